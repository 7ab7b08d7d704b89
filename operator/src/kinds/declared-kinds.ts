// Made by `make generate` from the folders beside it that hold a kind.ts.
import { abtestKind } from './abtest/kind.ts';
import { accessGrantKind } from './access-grant/kind.ts';
import { accessTierKind } from './access-tier/kind.ts';
import { agentKind } from './agent/kind.ts';
import { apiKeyKind } from './api-key/kind.ts';
import { budgetKind } from './budget/kind.ts';
import { businessUnitKind } from './business-unit/kind.ts';
import { controlPlaneKind } from './control-plane/kind.ts';
import { costAllocationRuleKind } from './cost-allocation-rule/kind.ts';
import { detectorKind } from './detector/kind.ts';
import { eventSubscriptionKind } from './event-subscription/kind.ts';
import { failoverRuleKind } from './failover-rule/kind.ts';
import { guardrailKind } from './guardrail/kind.ts';
import { licenseKind } from './license/kind.ts';
import { mcpServerKind } from './mcp-server/kind.ts';
import { modelKind } from './model/kind.ts';
import { modelDeprecationKind } from './model-deprecation/kind.ts';
import { organizationKind } from './organization/kind.ts';
import { priceCatalogKind } from './price-catalog/kind.ts';
import { promptTemplateKind } from './prompt-template/kind.ts';
import { promptVersionKind } from './prompt-version/kind.ts';
import { providerKind } from './provider/kind.ts';
import { rateLimitPolicyKind } from './rate-limit-policy/kind.ts';
import { routingPolicyKind } from './routing-policy/kind.ts';
import { slaDefinitionKind } from './sla-definition/kind.ts';
import { teamKind } from './team/kind.ts';
import { workflowTemplateKind } from './workflow-template/kind.ts';
import type { OperatorKind } from './kit/operator-kind.ts';

/** What the operator makes of the kinds that a service acts on. */
export const declaredKinds: readonly OperatorKind[] = [
  abtestKind,
  accessGrantKind,
  accessTierKind,
  agentKind,
  apiKeyKind,
  budgetKind,
  businessUnitKind,
  controlPlaneKind,
  costAllocationRuleKind,
  detectorKind,
  eventSubscriptionKind,
  failoverRuleKind,
  guardrailKind,
  licenseKind,
  mcpServerKind,
  modelKind,
  modelDeprecationKind,
  organizationKind,
  priceCatalogKind,
  promptTemplateKind,
  promptVersionKind,
  providerKind,
  rateLimitPolicyKind,
  routingPolicyKind,
  slaDefinitionKind,
  teamKind,
  workflowTemplateKind,
];
