import { abtest } from './abtest.ts';
import { accessGrant } from './access-grant.ts';
import { accessTier } from './access-tier.ts';
import { agent } from './agent.ts';
import { apiKey } from './api-key.ts';
import { budget } from './budget.ts';
import { businessUnit } from './business-unit.ts';
import { controlPlane } from './control-plane.ts';
import { costAllocationRule } from './cost-allocation-rule.ts';
import { detector } from './detector.ts';
import { eventSubscription } from './event-subscription.ts';
import { failoverRule } from './failover-rule.ts';
import { guardrail } from './guardrail.ts';
import type { KindDefinition } from './kit/kind.ts';
import { license } from './license.ts';
import { mcpServer } from './mcp-server.ts';
import { model } from './model.ts';
import { modelDeprecation } from './model-deprecation.ts';
import { organization } from './organization.ts';
import { priceCatalog } from './price-catalog.ts';
import { promptTemplate } from './prompt-template.ts';
import { promptVersion } from './prompt-version.ts';
import { provider } from './provider.ts';
import { rateLimitPolicy } from './rate-limit-policy.ts';
import { routingPolicy } from './routing-policy.ts';
import { slaDefinition } from './sla-definition.ts';
import { team } from './team.ts';
import { workflowTemplate } from './workflow-template.ts';

/** Every kind there is, in the order in which people meet them. */
export const kinds: readonly KindDefinition[] = [
  provider,
  model,
  modelDeprecation,
  priceCatalog,
  routingPolicy,
  abtest,
  organization,
  businessUnit,
  team,
  apiKey,
  accessTier,
  accessGrant,
  rateLimitPolicy,
  budget,
  costAllocationRule,
  slaDefinition,
  failoverRule,
  guardrail,
  detector,
  promptTemplate,
  promptVersion,
  mcpServer,
  agent,
  workflowTemplate,
  eventSubscription,
  controlPlane,
  license,
];

/** The kind called `name` (`RoutingPolicy`). Throws where there is none: the caller names a kind of ours. */
export function kindNamed(name: string): KindDefinition {
  const found = kinds.find((kind) => kind.kind === name);
  if (!found) throw new Error(`no kind ${name}`);
  return found;
}
