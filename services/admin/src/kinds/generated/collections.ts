// Generated from the folders of services/admin/src/kinds by `make generate`: do not edit.
import type { Collection } from '../../resources/collection.ts';
import type { CollectionFacts } from '../../resources/collection-facts.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { abtestCollection } from '../abtest/collection.ts';
import { accessGrantCollection } from '../access-grant/collection.ts';
import { accessTierCollection } from '../access-tier/collection.ts';
import { apiKeyCollection } from '../api-key/collection.ts';
import { budgetCollection } from '../budget/collection.ts';
import { businessUnitCollection } from '../business-unit/collection.ts';
import { detectorCollection } from '../detector/collection.ts';
import { eventSubscriptionCollection } from '../event-subscription/collection.ts';
import { failoverRuleCollection } from '../failover-rule/collection.ts';
import { guardrailCollection } from '../guardrail/collection.ts';
import { mcpServerCollection } from '../mcp-server/collection.ts';
import { modelCollection } from '../model/collection.ts';
import { organizationCollection } from '../organization/collection.ts';
import { promptTemplateCollection } from '../prompt-template/collection.ts';
import { promptVersionCollection } from '../prompt-version/collection.ts';
import { providerCollection } from '../provider/collection.ts';
import { rateLimitPolicyCollection } from '../rate-limit-policy/collection.ts';
import { routingPolicyCollection } from '../routing-policy/collection.ts';
import { slaDefinitionCollection } from '../sla-definition/collection.ts';
import { teamCollection } from '../team/collection.ts';
import { workflowTemplateCollection } from '../workflow-template/collection.ts';

export const COLLECTIONS: Readonly<
  Record<string, (store: ObjectStore, facts: CollectionFacts) => Collection>
> = {
  'abtest': abtestCollection,
  'access-grant': accessGrantCollection,
  'access-tier': accessTierCollection,
  'api-key': apiKeyCollection,
  'budget': budgetCollection,
  'business-unit': businessUnitCollection,
  'detector': detectorCollection,
  'event-subscription': eventSubscriptionCollection,
  'failover-rule': failoverRuleCollection,
  'guardrail': guardrailCollection,
  'mcp-server': mcpServerCollection,
  'model': modelCollection,
  'organization': organizationCollection,
  'prompt-template': promptTemplateCollection,
  'prompt-version': promptVersionCollection,
  'provider': providerCollection,
  'rate-limit-policy': rateLimitPolicyCollection,
  'routing-policy': routingPolicyCollection,
  'sla-definition': slaDefinitionCollection,
  'team': teamCollection,
  'workflow-template': workflowTemplateCollection,
};
