import { canonicalJson, sha256 } from '../snapshot/digest.ts';
import { INTENT_ANNOTATION, type ObservedState } from './observation.ts';
import type { ObservedObject } from './observed-owner.ts';

/** The copy of a whole object that kubectl leaves in it says nothing new, and may hold what is masked elsewhere. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** What of an object is audited. */
export function stateOfObject({
  metadata,
  spec,
}: Pick<ObservedObject, 'metadata' | 'spec'>): ObservedState {
  const annotations = Object.entries(metadata.annotations ?? {}).filter(
    ([name]) => name !== INTENT_ANNOTATION && name !== LAST_APPLIED,
  );
  return {
    labels: { ...metadata.labels },
    annotations: Object.fromEntries(annotations),
    spec: { ...(spec as Record<string, unknown> | undefined) },
  };
}

/**
 * A digest of an object's audited state: equal ones need no entry. The generation stands for the spec, since the API raises it with
 * every change of that; so no digest of a secret is kept.
 */
export function stampOf(object: ObservedObject): string {
  const { labels, annotations } = stateOfObject(object);
  const { generation = 0 } = object.metadata;
  return sha256(canonicalJson({ generation, labels, annotations })).slice(0, 32);
}
