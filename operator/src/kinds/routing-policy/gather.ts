import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import {
  lookUpModels,
  maySee,
  takenNames,
  type LookedUpModel,
  type Lookup,
} from '../kit/lookup.ts';
import { providersIn } from './condition-names.ts';

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
  /** Providers that its condition names, and of which there is none that it may know of. */
  readonly strangers: readonly string[];
}

export function gatherRoutingPolicy(
  spec: RoutingPolicySpec,
  lookup: Pick<Lookup, 'named' | 'unserved' | 'isPlatformName' | 'referred'>,
): RoutingPolicyGathered {
  const look = (names: readonly string[] | undefined): LookedUpModel[] =>
    lookUpModels(names ?? [], spec.organizationId, lookup);
  const { config } = spec;
  const { condition, targetModels } = ruleIn(spec);
  const aliases = config?.alias === undefined ? [] : [config.alias];
  return {
    targets: look(targetModels),
    model: look(config?.model === undefined ? [] : [config.model]),
    fallbacks: look(config?.fallbacks),
    members: look(config?.models).map(modelsOnly),
    group: spec.policyType === 'routing_strategy' ? look(aliases) : [],
    taken: takenNames(aliases, spec.organizationId, lookup),
    strangers: strangersIn(condition, spec.organizationId, lookup),
  };
}

/** A rule stands in the spec, or in its config. */
const ruleIn = (spec: RoutingPolicySpec): Pick<RoutingPolicySpec, 'condition' | 'targetModels'> =>
  spec.action === undefined ? (spec.config ?? {}) : spec;

const strangersIn = (
  condition: string | undefined,
  organization: string | undefined,
  lookup: Pick<Lookup, 'referred'>,
): string[] =>
  providersIn(condition).filter((name) => {
    const found = lookup.referred('Provider', name);
    return !found || !maySee(organization, found.organization);
  });

/** A group's members are models: a group in a group is none. */
const modelsOnly = (reference: LookedUpModel): LookedUpModel =>
  reference.found?.type === 'model_group'
    ? { name: reference.name, unserved: undefined }
    : reference;
