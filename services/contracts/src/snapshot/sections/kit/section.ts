import { z } from 'zod';

/** The services that take a snapshot: the only list of them. What else one needs is in CONTRIBUTING.md, "A new service". */
export const SNAPSHOT_SERVICES = [
  'gateway',
  'admin',
  'budget',
  'cost',
  'workflow',
  'mcp-host',
] as const;
export type SnapshotService = (typeof SNAPSHOT_SERVICES)[number];

/** The object that a fragment was compiled from. A service names it when it refuses the fragment. */
export const source = z.object({
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  generation: z.number(),
});
export type Source = z.output<typeof source>;

/** Whose it is; absent: the platform's. */
export const organization = z.string().optional();

/** A section of a snapshot: a JSON array of fragments of one form. It has the same bytes in every service that takes it. */
export interface Section<Fragment = unknown> {
  readonly name: string;
  /** What one fragment of it looks like. */
  readonly item: z.ZodType<Fragment>;
  /** The services that take it. Nobody else is handed its bytes. None: the operator commits it for itself, to find the last good forms of objects in it. */
  readonly readers: readonly SnapshotService[];
  /** It is split into so many sections, each with a name of its own (`shardName`). */
  readonly shards?: number;
  /** A pinned revision does not hold it back: it says who may do what, or holds a secret, and what is revoked is gone at once. */
  readonly isNeverPinned?: boolean;
  /** Whether requests may get through that this fragment would have stopped or directed, if it were left out or an older form stood in its place. */
  guards?(fragment: Fragment): boolean;
}

/** Declares a section; `make generate` finds it and lists it. What its fragments are is its own affair from then on. */
export const defineSection = <Fragment>(declared: Section<Fragment>): Section => declared;

/** The name of one part of a section that is split. */
export const shardName = (name: string, shard: number): string => `${name}-${shard.toString(16)}`;
