import type { ModelSpec } from '@aicp/crds/model';
import {
  lookUpModels,
  takenNames,
  type LookedUpModel,
  type Lookup,
  type Views,
} from '../kit/lookup.ts';
import { gatherUpstream, type Upstream } from './upstream.ts';

/** What a Model refers to. */
export interface ModelGathered extends Upstream {
  /** Those of its names that the platform has. */
  readonly taken: readonly string[];
  readonly fallbacks: readonly LookedUpModel[];
  readonly contextWindowFallbacks: readonly LookedUpModel[];
  readonly contentPolicyFallbacks: readonly LookedUpModel[];
}

export function gatherModel(
  spec: ModelSpec,
  lookup: Views & Pick<Lookup, 'named' | 'unserved' | 'isPlatformName' | 'platformModel'>,
): ModelGathered {
  const lookUp = (names: readonly string[] = []) =>
    lookUpModels(names, spec.organizationId, lookup);
  return {
    ...gatherUpstream(spec, lookup),
    taken: takenNames([spec.modelId, ...(spec.aliases ?? [])], spec.organizationId, lookup),
    fallbacks: lookUp(spec.fallbacks),
    contextWindowFallbacks: lookUp(spec.contextWindowFallbacks),
    contentPolicyFallbacks: lookUp(spec.contentPolicyFallbacks),
  };
}
