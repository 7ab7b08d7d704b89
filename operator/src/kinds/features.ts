import { accessGrant, type AccessGrantSpec } from '@aicp/crds/access-grant';
import { accessTier, type AccessTierSpec } from '@aicp/crds/access-tier';
import { businessUnit, type BusinessUnitSpec } from '@aicp/crds/business-unit';
import { license, type LicenseSpec } from '@aicp/crds/license';
import { modelDeprecation, type ModelDeprecationSpec } from '@aicp/crds/model-deprecation';
import { organization, type OrganizationSpec } from '@aicp/crds/organization';
import { promptTemplate, type PromptTemplateSpec } from '@aicp/crds/prompt-template';
import { promptVersion, type PromptVersionSpec } from '@aicp/crds/prompt-version';
import { team, type TeamSpec } from '@aicp/crds/team';
import { apiKey, type ApiKeySpec } from '@aicp/crds/api-key';
import { controlPlane, type ControlPlaneSpec } from '@aicp/crds/control-plane';
import { kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { model, type ModelSpec } from '@aicp/crds/model';
import { provider, type ProviderSpec } from '@aicp/crds/provider';
import { routingPolicy, type RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { decideAccessGrant } from './access-grant/decide.ts';
import { gatherAccessGrant, type AccessGrantGathered } from './access-grant/gather.ts';
import { decideAccessTier } from './access-tier/decide.ts';
import { gatherAccessTier, type AccessTierGathered } from './access-tier/gather.ts';
import { decideApiKey, keySectionOf } from './api-key/decide.ts';
import { gatherApiKey, type ApiKeyGathered } from './api-key/gather.ts';
import { decideControlPlane } from './control-plane/decide.ts';
import { gatherControlPlane, type ControlPlaneGathered } from './control-plane/gather.ts';
import { decideBusinessUnit } from './business-unit/decide.ts';
import type { Decision } from './decision.ts';
import { decideLicense } from './license/decide.ts';
import { gatherLicense, type LicenseGathered } from './license/gather.ts';
import { decideModelDeprecation } from './model-deprecation/decide.ts';
import {
  gatherModelDeprecation,
  type ModelDeprecationGathered,
} from './model-deprecation/gather.ts';
import { decideOrganization } from './organization/decide.ts';
import { gatherOrganization, type OrganizationGathered } from './organization/gather.ts';
import { decidePromptTemplate } from './prompt-template/decide.ts';
import { gatherPromptTemplate, type PromptTemplateGathered } from './prompt-template/gather.ts';
import { decidePromptVersion } from './prompt-version/decide.ts';
import { gatherPromptVersion, type PromptVersionGathered } from './prompt-version/gather.ts';
import { decideStored } from './stored/decide.ts';
import { faultsOf } from './stored/faults-of.ts';
import { gatherStored, type StoredGathered } from './stored/gather.ts';
import { STORED_REFERENCES } from './stored/stored-references.ts';
import { decideTeam } from './team/decide.ts';
import { gatherTeam, type TeamGathered } from './team/gather.ts';
import { decideModel } from './model/decide.ts';
import { gatherModel, type ModelGathered } from './model/gather.ts';
import { decideProvider } from './provider/decide.ts';
import { gatherProvider, type ProviderGathered } from './provider/gather.ts';
import { decideRoutingPolicy } from './routing-policy/decide.ts';
import { gatherRoutingPolicy, type RoutingPolicyGathered } from './routing-policy/gather.ts';
import { summarize } from './routing-policy/summarize.ts';
import type { SourceObject } from './source-object.ts';
import type { Summary } from './summary.ts';
import type { World } from './world.ts';

/** How the operator treats the objects of one kind. */
export interface Feature {
  readonly definition: KindDefinition;
  /** Sections that an object may have a fragment in. */
  readonly sections: (object: SourceObject) => readonly string[];
  /** The section whose last good fragment stays in use when the object turns invalid; none for what must never outlive its object. */
  readonly keptIn?: string;
  /** It decides itself what becomes of an object without an owner; of other kinds, such an object is left out. */
  readonly saysOwner?: boolean;
  readonly gather: (spec: unknown, world: World, object: SourceObject) => unknown;
  readonly decide: (object: SourceObject, spec: unknown, gathered: unknown) => Decision;
  /** Words for lists. */
  readonly summarize?: (spec: unknown) => Summary;
}

function feature<Spec, Gathered>(options: {
  definition: KindDefinition;
  sections: (object: SourceObject) => readonly string[];
  keptIn?: string;
  saysOwner?: boolean;
  gather: (spec: Spec, world: World, object: SourceObject) => Gathered;
  decide: (object: SourceObject, spec: Spec, gathered: Gathered) => Decision;
  summarize?: (spec: Spec) => Summary;
}): Feature {
  const { summarize: words, ...rest } = options;
  return {
    ...rest,
    ...(words ? { summarize: (spec) => words(spec as Spec) } : {}),
    gather: (spec, world, object) => options.gather(spec as Spec, world, object),
    decide: (object, spec, gathered) => options.decide(object, spec as Spec, gathered as Gathered),
  };
}

const decided: readonly Feature[] = [
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
    summarize,
  }),
  feature<ApiKeySpec, ApiKeyGathered>({
    definition: apiKey,
    sections: (object) => [keySectionOf(object.name)],
    saysOwner: true,
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
  feature<OrganizationSpec, OrganizationGathered>({
    definition: organization,
    sections: () => ['organization_models', 'organizations', 'admin_credentials'],
    keptIn: 'organization_models',
    gather: gatherOrganization,
    decide: decideOrganization,
  }),
  feature<TeamSpec, TeamGathered>({
    definition: team,
    sections: () => ['team_models', 'teams'],
    keptIn: 'team_models',
    gather: gatherTeam,
    decide: decideTeam,
  }),
  feature<BusinessUnitSpec, null>({
    definition: businessUnit,
    sections: () => ['business_units'],
    keptIn: 'business_units',
    gather: () => null,
    decide: decideBusinessUnit,
  }),
  feature<LicenseSpec, LicenseGathered>({
    definition: license,
    sections: () => ['license', 'admin_credentials'],
    gather: gatherLicense,
    decide: decideLicense,
  }),
  feature<ModelDeprecationSpec, ModelDeprecationGathered>({
    definition: modelDeprecation,
    sections: () => ['deprecations'],
    keptIn: 'deprecations',
    gather: gatherModelDeprecation,
    decide: decideModelDeprecation,
  }),
  feature<AccessTierSpec, AccessTierGathered>({
    definition: accessTier,
    sections: () => [],
    gather: gatherAccessTier,
    decide: decideAccessTier,
  }),
  feature<AccessGrantSpec, AccessGrantGathered>({
    definition: accessGrant,
    sections: () => [],
    gather: gatherAccessGrant,
    decide: decideAccessGrant,
  }),
  feature<PromptTemplateSpec, PromptTemplateGathered>({
    definition: promptTemplate,
    sections: () => [],
    gather: gatherPromptTemplate,
    decide: decidePromptTemplate,
  }),
  feature<PromptVersionSpec, PromptVersionGathered>({
    definition: promptVersion,
    sections: () => [],
    gather: gatherPromptVersion,
    decide: decidePromptVersion,
  }),
];

/** A kind that is stored before any service acts on it. */
function stored(definition: KindDefinition): Feature {
  const { kind } = definition;
  const references = STORED_REFERENCES[kind] ?? (() => ({}));
  return feature<{ organizationId?: string }, StoredGathered>({
    definition,
    sections: () => [],
    gather: (spec, world, object) =>
      gatherStored(spec.organizationId, references(spec as never), world, object),
    decide: (_object, spec, gathered) => decideStored(kind, gathered, faultsOf(kind, spec)),
  });
}

/** Every kind there is, with how the operator treats it. */
export const features: ReadonlyMap<string, Feature> = new Map(
  kinds.map((definition) => [
    definition.kind,
    decided.find((known) => known.definition.kind === definition.kind) ?? stored(definition),
  ]),
);
