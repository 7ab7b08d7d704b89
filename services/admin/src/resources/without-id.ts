import type { Spec } from './collection.ts';
import type { StoredObject } from './stored-object.ts';

/** An object without a name for people answers its id as its name: sent back, that gives it none. */
export function withoutId(sent: Spec, current: StoredObject, id: string): Spec {
  if (current.spec['displayName'] !== undefined || sent['displayName'] !== id) return sent;
  const { displayName: _, ...rest } = sent;
  return rest;
}
