import { apiKey, type ApiKeySpec } from '@aicp/crds/api-key';
import { controlPlane, type ControlPlaneSpec } from '@aicp/crds/control-plane';
import { kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { model, type ModelSpec } from '@aicp/crds/model';
import { provider, type ProviderSpec } from '@aicp/crds/provider';
import { routingPolicy, type RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { decideApiKey, keySectionOf } from './api-key/decide.ts';
import { gatherApiKey, type ApiKeyGathered } from './api-key/gather.ts';
import { decideControlPlane } from './control-plane/decide.ts';
import { gatherControlPlane, type ControlPlaneGathered } from './control-plane/gather.ts';
import { notEnforced, type Decision } from './decision.ts';
import { decideModel } from './model/decide.ts';
import { gatherModel, type ModelGathered } from './model/gather.ts';
import { decideProvider } from './provider/decide.ts';
import { gatherProvider, type ProviderGathered } from './provider/gather.ts';
import { decideRoutingPolicy } from './routing-policy/decide.ts';
import { gatherRoutingPolicy, type RoutingPolicyGathered } from './routing-policy/gather.ts';
import type { SourceObject } from './source-object.ts';
import type { World } from './world.ts';

/** How the operator treats the objects of one kind. */
export interface Feature {
  readonly definition: KindDefinition;
  /** Sections that an object may have a fragment in. */
  readonly sections: (object: SourceObject) => readonly string[];
  /** The section whose last good fragment stays in use when the object turns invalid; none for what must never outlive its object. */
  readonly keptIn?: string;
  readonly gather: (spec: unknown, world: World) => unknown;
  readonly decide: (object: SourceObject, spec: unknown, gathered: unknown) => Decision;
}

function feature<Spec, Gathered>(options: {
  definition: KindDefinition;
  sections: (object: SourceObject) => readonly string[];
  keptIn?: string;
  gather: (spec: Spec, world: World) => Gathered;
  decide: (object: SourceObject, spec: Spec, gathered: Gathered) => Decision;
}): Feature {
  return {
    ...options,
    gather: (spec, world) => options.gather(spec as Spec, world),
    decide: (object, spec, gathered) => options.decide(object, spec as Spec, gathered as Gathered),
  };
}

const enforced: readonly Feature[] = [
  feature<ProviderSpec, ProviderGathered>({
    definition: provider,
    sections: () => ['providers', 'credentials'],
    keptIn: 'providers',
    gather: gatherProvider,
    decide: decideProvider,
  }),
  feature<ModelSpec, ModelGathered>({
    definition: model,
    sections: () => ['models'],
    keptIn: 'models',
    gather: gatherModel,
    decide: decideModel,
  }),
  feature<RoutingPolicySpec, RoutingPolicyGathered>({
    definition: routingPolicy,
    sections: () => ['policies'],
    keptIn: 'policies',
    gather: gatherRoutingPolicy,
    decide: decideRoutingPolicy,
  }),
  feature<ApiKeySpec, ApiKeyGathered>({
    definition: apiKey,
    sections: (object) => [keySectionOf(object.name)],
    gather: gatherApiKey,
    decide: decideApiKey,
  }),
  feature<ControlPlaneSpec, ControlPlaneGathered>({
    definition: controlPlane,
    sections: () => ['settings'],
    keptIn: 'settings',
    gather: gatherControlPlane,
    decide: decideControlPlane,
  }),
];

/** A kind that is stored before any service acts on it. */
const stored = (definition: KindDefinition): Feature =>
  feature({
    definition,
    sections: () => [],
    gather: () => ({}),
    decide: () => notEnforced(`no service of this version acts on a ${definition.kind}`),
  });

/** Every kind there is, with how the operator treats it. */
export const features: ReadonlyMap<string, Feature> = new Map(
  kinds.map((definition) => [
    definition.kind,
    enforced.find((known) => known.definition.kind === definition.kind) ?? stored(definition),
  ]),
);
