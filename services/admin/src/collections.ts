import { abTests } from './ab-tests/collection.ts';
import { apiKeys } from './api-keys/collection.ts';
import { deprecations } from './deprecations/collection.ts';
import { models } from './models/collection.ts';
import { organizations } from './organizations/collection.ts';
import { routingPolicies } from './policies/collection.ts';
import { prompts } from './prompts/collection.ts';
import { providers } from './providers/collection.ts';
import type { Collection } from './resources/collection.ts';
import {
  accessTiers,
  agents,
  allocationRules,
  budgets,
  detectors,
  eventSubscriptions,
  failoverRules,
  guardrails,
  mcpServers,
  rateLimits,
  slaDefinitions,
  workflows,
} from './resources/plain-collections.ts';
import type { ObjectStore } from './resources/store.ts';
import { teams } from './teams/collection.ts';

/** Every collection below `/api/v1`, in the order in which the documentation shows them. */
export const collectionsOn = (store: ObjectStore): readonly Collection[] => [
  providers,
  models(store),
  deprecations,
  routingPolicies,
  abTests,
  organizations(store),
  teams,
  apiKeys(store),
  accessTiers,
  rateLimits,
  budgets,
  allocationRules,
  slaDefinitions,
  failoverRules,
  guardrails,
  detectors,
  prompts(store),
  mcpServers,
  agents,
  workflows,
  eventSubscriptions,
];
