import { lastManager } from './last-manager.ts';
import { INTENT_ANNOTATION, type Observation } from './observation.ts';
import type { ObservedObject, ObservedOwner } from './observed-owner.ts';
import { stampOf, stateOfObject } from './stamp.ts';

/** What the object alone does not say of itself. */
export interface AboutObject {
  readonly kind: string;
  readonly isGitOps: boolean;
  readonly owner: ObservedOwner;
}

/** An observation of an object as it is. */
export function observationOf(
  object: ObservedObject,
  { kind, isGitOps, owner }: AboutObject,
): Observation {
  const { metadata } = object;
  return {
    kind,
    uid: metadata.uid ?? '',
    name: metadata.name,
    resourceVersion: metadata.resourceVersion ?? '',
    generation: metadata.generation ?? 0,
    stamp: stampOf(object),
    manager: lastManager(metadata.managedFields),
    isGitOps,
    intent: metadata.annotations?.[INTENT_ANNOTATION]?.slice(0, 64) ?? null,
    owner,
    state: stateOfObject(object),
  };
}

/** An observation of the absence of an object that was there, as it last was. */
export const deletionOf = (object: ObservedObject, about: AboutObject): Observation => ({
  ...observationOf(object, about),
  state: null,
});
