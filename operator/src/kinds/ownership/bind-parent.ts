import type { ParentBinding } from '@aicp/crds/kit/conditions';
import type { MadeBy } from '../kit/owner.ts';

export interface BindParentInput {
  readonly objectUid: string;
  readonly createdBy: MadeBy | undefined;
  /** What was recorded of this very object. */
  readonly recorded: ParentBinding | undefined;
  /** Whether anything was recorded of this very object: then it was made in this cluster, or was bound here before. */
  readonly isKnown: boolean;
  /** metadata.uid of the APIKey of this name; undefined where there is none. */
  readonly uidOf: (key: string) => string | undefined;
}

/**
 * Binds a key to the key that made it, when it is first seen beside one of that name. What the spec says of the uid is of the cluster that
 * the key was made in: it counts only for a key that an earlier version has seen here, and recorded no maker of. A key without a maker of
 * that name stays without a uid until there is one.
 */
export function bindParent({
  objectUid,
  createdBy,
  recorded,
  isKnown,
  uidOf,
}: BindParentInput): ParentBinding | undefined {
  if (!createdBy) return undefined;
  const { key } = createdBy;
  const stated = isKnown ? createdBy.uid : undefined;
  const before = recorded?.key === key ? recorded.uid : stated;
  const uid = before ?? uidOf(key);
  return { objectUid, key, ...(uid === undefined ? {} : { uid }) };
}
