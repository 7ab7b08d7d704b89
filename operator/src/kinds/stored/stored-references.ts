import type { ABTestSpec } from '@aicp/crds/abtest';
import type { AgentSpec } from '@aicp/crds/agent';
import type { BudgetSpec } from '@aicp/crds/budget';
import type { CostAllocationRuleSpec } from '@aicp/crds/cost-allocation-rule';
import type { EventSubscriptionSpec } from '@aicp/crds/event-subscription';
import type { FailoverRuleSpec } from '@aicp/crds/failover-rule';
import type { GuardrailSpec } from '@aicp/crds/guardrail';
import type { McpServerSpec } from '@aicp/crds/mcp-server';
import type { RateLimitPolicySpec } from '@aicp/crds/rate-limit-policy';
import type { SlaDefinitionSpec } from '@aicp/crds/sla-definition';
import type { SecretRef } from '../references/credential.ts';
import { referencesTo, type ObjectReference } from '../references/object-references.ts';
import type { ReferredKind } from '../references/referred-kinds.ts';

/** Everything that a spec names. */
export interface StoredReferences {
  readonly objects?: readonly ObjectReference[];
  /** Model ids, aliases or group aliases by the field that names them; a prefix ending in `*` is none. */
  readonly models?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly secrets?: Readonly<Record<string, SecretRef | undefined>>;
}

type Read = (spec: never) => StoredReferences;

const SCOPES: Readonly<Partial<Record<string, ReferredKind>>> = {
  organization: 'Organization',
  business_unit: 'BusinessUnit',
  team: 'Team',
  key: 'APIKey',
};

/** A field whose meaning another field says: the name of an object or a model, or something that is no object of ours. */
function scoped(field: string, scope: string, value: string | undefined): StoredReferences {
  if (scope === 'model') return { models: { [field]: value } };
  const kind = SCOPES[scope];
  return kind ? { objects: referencesTo(kind, field, value) } : {};
}

/** What the kinds that no service acts on yet refer to, beside their organization. */
export const STORED_REFERENCES: Readonly<Partial<Record<string, Read>>> = {
  ABTest: ({ baseModel, variantModel }: ABTestSpec) => ({ models: { baseModel, variantModel } }),
  Agent: ({ allowedTeams, secretRef }: AgentSpec) => ({
    objects: referencesTo('Team', 'allowedTeams', allowedTeams),
    secrets: { secretRef },
  }),
  Budget: ({ entityType, entityId, downgradeTo }: BudgetSpec) => {
    const entity = scoped('entityId', entityType, entityId);
    return { ...entity, models: { ...entity.models, downgradeTo } };
  },
  CostAllocationRule: ({ teamId }: CostAllocationRuleSpec) => ({
    objects: referencesTo('Team', 'teamId', teamId),
  }),
  EventSubscription: ({ config }: EventSubscriptionSpec) => ({
    secrets: {
      'config.secretRef': config.secretRef,
      'config.webhookUrlRef': config.webhookUrlRef,
      'config.routingKeyRef': config.routingKeyRef,
    },
  }),
  FailoverRule: ({ sourceModel, targetModel }: FailoverRuleSpec) => ({
    models: { sourceModel, targetModel },
  }),
  Guardrail: ({ detectors, external, appliesTo }: GuardrailSpec) => ({
    objects: [
      ...referencesTo('Detector', 'detectors', detectors),
      ...referencesTo('Team', 'appliesTo.teams', appliesTo?.teams),
      ...referencesTo('APIKey', 'appliesTo.keys', appliesTo?.keys),
    ],
    models: { 'appliesTo.models': appliesTo?.models },
    secrets: { 'external.secretRef': external?.secretRef },
  }),
  MCPServer: ({ allowedTeams, secretRef }: McpServerSpec) => ({
    objects: referencesTo('Team', 'allowedTeams', allowedTeams),
    secrets: { secretRef },
  }),
  RateLimitPolicy: ({ scope, scopeValue }: RateLimitPolicySpec) =>
    scoped('scopeValue', scope, scopeValue),
  SLADefinition: ({ provider, modelPattern, alertChannels }: SlaDefinitionSpec) => ({
    objects: [
      ...referencesTo('Provider', 'provider', provider),
      ...referencesTo('EventSubscription', 'alertChannels', alertChannels),
    ],
    models: { modelPattern },
  }),
};
