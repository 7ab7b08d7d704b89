// Made by `make generate` from what the files in sections/ declare with defineSection.
import { abTests } from './sections/abtests.ts';
import { accessGrants, accessTiers } from './sections/access.ts';
import {
  adminCredentials,
  businessUnits,
  license,
  organizations,
  teams,
} from './sections/accounts.ts';
import { agentCredentials, agents } from './sections/agents.ts';
import { budgets } from './sections/budgets.ts';
import {
  credentials,
  deprecations,
  models,
  providerSecrets,
  providers,
} from './sections/catalog.ts';
import { costAllocationRules } from './sections/cost-allocation.ts';
import { failovers } from './sections/failovers.ts';
import { detectors, guardrails, judgeCredentials } from './sections/guardrails.ts';
import { keys } from './sections/keys.ts';
import { mcpCommands, mcpCredentials, mcpServers } from './sections/mcp-servers.ts';
import { organizationModels, policies, settings, teamModels } from './sections/policies.ts';
import { priceCatalogs } from './sections/price-catalogs.ts';
import { prompts } from './sections/prompts.ts';
import { rateLimits } from './sections/rate-limits.ts';
import { workflowAgents } from './sections/workflow-agents.ts';
import { workflowTemplates } from './sections/workflow-templates.ts';
import type { Section } from './sections/kit/section.ts';

/** Every section that a snapshot can have. */
export const declaredSections: readonly Section[] = [
  abTests,
  accessTiers,
  accessGrants,
  organizations,
  teams,
  businessUnits,
  license,
  adminCredentials,
  agents,
  agentCredentials,
  budgets,
  providers,
  credentials,
  providerSecrets,
  models,
  deprecations,
  costAllocationRules,
  failovers,
  guardrails,
  detectors,
  judgeCredentials,
  keys,
  mcpServers,
  mcpCredentials,
  mcpCommands,
  settings,
  policies,
  organizationModels,
  teamModels,
  priceCatalogs,
  prompts,
  rateLimits,
  workflowAgents,
  workflowTemplates,
];
