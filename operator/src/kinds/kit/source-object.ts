import { createHash } from 'node:crypto';
import { lastWritten, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';

/** One object of ours as the compiler sees it: who it is, how old, and a spec that nobody has read yet. */
export interface SourceObject {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  /** RFC 3339. */
  readonly created: string;
  /** When its spec was last written, or something after that (RFC 3339); absent where nobody knows. */
  readonly written?: string | undefined;
  /** metadata.uid of the objects that it goes with; absent: of none. */
  readonly ownedBy?: readonly string[];
  readonly spec: unknown;
}

const NEVER = '1970-01-01T00:00:00Z';

/** The compiler's view of an object from the API. */
export function toSourceObject(kind: string, object: KubernetesObject): SourceObject {
  const { name, uid, generation = 0, creationTimestamp } = object.metadata;
  return {
    kind,
    name,
    uid: uid ?? fallbackUid(kind, name),
    generation,
    created: creationTimestamp ?? NEVER,
    written: generation > 1 ? lastWritten(object.metadata) : creationTimestamp,
    ...ownersOf(object.metadata.ownerReferences),
    spec: object['spec'],
  };
}

function ownersOf(references: unknown): Pick<SourceObject, 'ownedBy'> {
  const owners = references as readonly { readonly uid?: string }[] | undefined;
  const ownedBy = (owners ?? []).flatMap(({ uid: one }) => (one === undefined ? [] : [one]));
  return ownedBy.length > 0 ? { ownedBy } : {};
}

/** The API gives every object a uid; without one, an object is known by its name. */
const fallbackUid = (kind: string, name: string): string =>
  createHash('sha256').update(`${kind}/${name}`).digest('hex').slice(0, 32);

/** What a fragment says of where it comes from. */
export function sourceOf(object: SourceObject): Source {
  const { kind, name, uid, generation } = object;
  return { kind, name, uid, generation };
}

/** `RoutingPolicy/eu-only`. */
export const labelOf = (object: Pick<SourceObject, 'kind' | 'name'>): string =>
  `${object.kind}/${object.name}`;

/** Older first; equal: by name, then kind, then uid. The order that decides every conflict. */
export function byAge(a: SourceObject, b: SourceObject): number {
  return (
    compareText(a.created, b.created) ||
    compareText(a.name, b.name) ||
    compareText(a.kind, b.kind) ||
    compareText(a.uid, b.uid)
  );
}

/** By code units: the same everywhere, unlike localeCompare. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
