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
}

export function gatherModel(
  spec: ModelSpec,
  lookup: Views & Pick<Lookup, 'named' | 'unserved' | 'isPlatformName' | 'platformModel'>,
): ModelGathered {
  return {
    ...gatherUpstream(spec, lookup),
    taken: takenNames([spec.modelId, ...(spec.aliases ?? [])], spec.organizationId, lookup),
    fallbacks: lookUpModels(spec.fallbacks ?? [], spec.organizationId, lookup),
  };
}
