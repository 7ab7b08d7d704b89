import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { lookUpModels, takenNames, type LookedUpModel, type Lookup } from '../kit/lookup.ts';

/** The models and groups that a policy names, by the place in its spec. */
export interface RoutingPolicyGathered {
  readonly targets: readonly LookedUpModel[];
  /** `config.model` of a fallback. */
  readonly model: readonly LookedUpModel[];
  readonly fallbacks: readonly LookedUpModel[];
  /** `config.models` of a group. */
  readonly members: readonly LookedUpModel[];
  /** The group whose members a strategy orders; none: those of every group. */
  readonly group: readonly LookedUpModel[];
  /** The alias of an organization's group, where the platform has that name. */
  readonly taken: readonly string[];
}

export function gatherRoutingPolicy(
  spec: RoutingPolicySpec,
  lookup: Pick<Lookup, 'named' | 'unserved' | 'isPlatformName'>,
): RoutingPolicyGathered {
  const look = (names: readonly string[] | undefined): LookedUpModel[] =>
    lookUpModels(names ?? [], spec.organizationId, lookup);
  const { config } = spec;
  const aliases = config?.alias === undefined ? [] : [config.alias];
  return {
    targets: look(spec.action === undefined ? config?.targetModels : spec.targetModels),
    model: look(config?.model === undefined ? [] : [config.model]),
    fallbacks: look(config?.fallbacks),
    members: look(config?.models).map(modelsOnly),
    group: spec.policyType === 'routing_strategy' ? look(aliases) : [],
    taken: takenNames(aliases, spec.organizationId, lookup),
  };
}

/** A group's members are models: a group in a group is none. */
const modelsOnly = (reference: LookedUpModel): LookedUpModel =>
  reference.found?.type === 'model_group'
    ? { name: reference.name, unserved: undefined }
    : reference;
