import { compareManifests } from '@aicp/contracts/snapshot/manifest';
import { snapshotDigest } from '@aicp/contracts/snapshot/digest';
import { isNeverPinned, OPERATOR_SECTIONS, SECTIONS } from '@aicp/contracts/snapshot/sections';
import type { RejectedFragment, Revision, ServiceSnapshot, SnapshotIndex } from './index-object.ts';

/** How many revisions stay. */
const HISTORY = 5;

/** A place in the order of snapshots. */
export interface Position {
  readonly epoch: number;
  readonly revision: number;
  readonly digest?: string;
}

export interface NextIndexInput {
  readonly index: SnapshotIndex;
  /** SHA-256 of the bytes of each section that was compiled. */
  readonly digests: Readonly<Record<string, string>>;
  readonly degraded: readonly string[];
  readonly refused: readonly RejectedFragment[];
  readonly defaults: readonly string[];
  readonly pin: number | 'unreadable' | undefined;
  /** The furthest position that anybody was seen at, replica or former leader. */
  readonly furthest: Position | undefined;
  readonly term: number;
  /** RFC 3339. */
  readonly now: string;
}

/** The index to commit, or undefined where the committed one says it all already. A new revision only where services have to act. */
export function nextIndex(input: NextIndexInput): SnapshotIndex | undefined {
  const { index, term } = input;
  const [current] = index.history;
  const services = servicesOf(input);
  const isBehind = input.furthest !== undefined && isAhead(input.furthest, current);
  const saysTheSame =
    current !== undefined &&
    !isBehind &&
    same(services, current.services) &&
    same(input.degraded, current.degraded);
  const history = saysTheSame
    ? index.history
    : trimmed([nextRevision(input, services, isBehind), ...index.history], input.pin);
  const next: SnapshotIndex = {
    term,
    history,
    parts: referencedParts(index.parts, history),
    refused: [...input.refused],
    defaults: [...input.defaults],
  };
  return same(next, index) ? undefined : next;
}

/** Whether somebody runs what the committed state knows nothing of: the store was set back. */
export function isAhead(seen: Position, current: Revision | undefined): boolean {
  if (!current) return true;
  const order = compareManifests(seen, current);
  if (order !== 0) return order > 0;
  const digests = Object.values(current.services).map(({ digest }) => digest);
  return seen.digest !== undefined && !digests.includes(seen.digest);
}

/** The furthest of these positions, if it is ahead of what is committed. */
export function furthestAhead(
  positions: readonly Position[],
  index: SnapshotIndex,
): Position | undefined {
  const ahead = positions.filter((position) => isAhead(position, index.history[0]));
  return ahead.sort(compareManifests).at(-1);
}

function nextRevision(
  { furthest, degraded, index, now }: NextIndexInput,
  services: Record<string, ServiceSnapshot>,
  isBehind: boolean,
): Revision {
  const [current] = index.history;
  const epoch = current?.epoch ?? 1;
  return {
    epoch: isBehind ? Math.max(epoch, furthest?.epoch ?? 0) + 1 : epoch,
    revision: (current?.revision ?? 0) + 1,
    at: now,
    services,
    degraded: [...degraded],
  };
}

/** Who takes which sections: the services, and the operator itself what nobody else takes. */
const TAKERS: readonly (readonly [taker: string, sections: readonly string[]])[] = [
  ...Object.entries(SECTIONS).map(([service, names]) => [service, Object.keys(names)] as const),
  ['operator', OPERATOR_SECTIONS],
];

function servicesOf(input: NextIndexInput): Record<string, ServiceSnapshot> {
  const pinned = pinnedRevision(input);
  return Object.fromEntries(
    TAKERS.map(([service, names]) => {
      const held = pinned?.services[service]?.sections;
      const sections = Object.fromEntries(
        names.map((name) => [
          name,
          (isNeverPinned(name) ? undefined : held?.[name]) ?? input.digests[name] ?? '',
        ]),
      );
      return [service, { digest: snapshotDigest(sections), sections }];
    }),
  );
}

/** The revision to hand out. A pin that names none freezes what is served now: it is an emergency stop. */
function pinnedRevision({ pin, index }: NextIndexInput): Revision | undefined {
  if (pin === undefined) return undefined;
  return index.history.find(({ revision }) => revision === pin) ?? index.history[0];
}

function trimmed(history: readonly Revision[], pin: NextIndexInput['pin']): Revision[] {
  return history.filter(({ revision }, place) => place < HISTORY || revision === pin);
}

function referencedParts(
  parts: SnapshotIndex['parts'],
  history: readonly Revision[],
): SnapshotIndex['parts'] {
  const digests = new Set(sectionDigests(history));
  return Object.fromEntries(Object.entries(parts).filter(([digest]) => digests.has(digest)));
}

/** The digests of all sections of these revisions. */
export const sectionDigests = (history: readonly Revision[]): string[] =>
  history.flatMap(({ services }) =>
    Object.values(services).flatMap(({ sections }) => Object.values(sections)),
  );

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
