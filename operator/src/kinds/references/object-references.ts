import type { ReferredKind } from './referred-kinds.ts';
import { maySee, type World } from '../world.ts';

/** A field of a spec that names another object. */
export interface ObjectReference {
  readonly field: string;
  readonly kind: ReferredKind;
  readonly name: string;
}

/** The references of a field that holds one name, or several, or nothing. */
export function referencesTo(
  kind: ReferredKind,
  field: string,
  names: string | readonly string[] | undefined,
): ObjectReference[] {
  const list = typeof names === 'string' ? [names] : (names ?? []);
  return list.map((name) => ({ field, kind, name }));
}

/**
 * A sentence for each object that does not exist for an object of `organization`: what belongs to another organization is none of
 * its business.
 */
export function missingObjects(
  references: readonly ObjectReference[],
  organization: string | undefined,
  world: Pick<World, 'referred'>,
): string[] {
  return references.flatMap(({ field, kind, name }) => {
    const found = world.referred(kind, name);
    if (found && maySee(organization, found.organization)) return [];
    if (found) return [`${field}: ${kind} "${name}" belongs to another organization: name another`];
    return [`${field}: ${kind} "${name}" does not exist: create it, or take it out`];
  });
}
