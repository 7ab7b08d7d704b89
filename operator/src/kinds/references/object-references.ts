import type { ReferredKind } from './referred-kinds.ts';
import { maySee, type World } from '../world.ts';
import { notThere } from './not-there.ts';

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
 * A sentence for each object that does not exist for an object of `organization`. What belongs to another organization is said to be
 * missing in the same words: nobody is told what others have.
 */
export function missingObjects(
  references: readonly ObjectReference[],
  organization: string | undefined,
  world: Pick<World, 'referred'>,
): string[] {
  return references.flatMap(({ field, kind, name }) => {
    const found = world.referred(kind, name);
    if (!found || !maySee(organization, found.organization)) {
      return [`${field}: ${notThere(kind, name, organization)}`];
    }
    if (found.isOwned) return [];
    return [`${field}: ${kind} "${name}" acts on nothing, see its conditions`];
  });
}
