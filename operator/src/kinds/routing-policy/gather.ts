import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { refer, takenNames, type Reference, type World } from '../world.ts';

/** The models and groups that a policy names, by the place in its spec. */
export interface RoutingPolicyGathered {
  readonly targets: readonly Reference[];
  /** `config.model` of a fallback. */
  readonly model: readonly Reference[];
  readonly fallbacks: readonly Reference[];
  /** `config.models` of a group. */
  readonly members: readonly Reference[];
  /** The alias of an organization's group, where the platform has that name. */
  readonly taken: readonly string[];
}

export function gatherRoutingPolicy(
  spec: RoutingPolicySpec,
  world: Pick<World, 'named' | 'unserved' | 'isPlatformName'>,
): RoutingPolicyGathered {
  const look = (names: readonly string[] | undefined): Reference[] =>
    refer(names ?? [], spec.organizationId, world);
  const { config } = spec;
  return {
    targets: look(spec.action === undefined ? config?.targetModels : spec.targetModels),
    model: look(config?.model === undefined ? [] : [config.model]),
    fallbacks: look(config?.fallbacks),
    members: look(config?.models).map(modelsOnly),
    taken: takenNames(
      config?.alias === undefined ? [] : [config.alias],
      spec.organizationId,
      world,
    ),
  };
}

/** A group's members are models: a group in a group is none. */
const modelsOnly = (reference: Reference): Reference =>
  reference.found?.type === 'model_group'
    ? { name: reference.name, unserved: undefined }
    : reference;
