import type { Section } from './kit/section.ts';
import { dashboard } from './dashboard/section.ts';
import { models } from './models/section.ts';
import { apiKeys } from './api-keys/section.ts';
import { teams } from './teams/section.ts';
import { budgets } from './budgets/section.ts';
import { organizations } from './organizations/section.ts';
import { auditLog } from './audit-log/section.ts';
import { prompts } from './prompts/section.ts';
import { rateLimits } from './rate-limits/section.ts';
import { modelAccess } from './model-access/section.ts';
import { chargeback } from './chargeback/section.ts';
import { slaMonitor } from './sla-monitor/section.ts';
import { abTests } from './ab-tests/section.ts';
import { events } from './events/section.ts';
import { mcpServers } from './mcp-servers/section.ts';
import { a2aAgents } from './a2a-agents/section.ts';
import { guardrails } from './guardrails/section.ts';
import { workflows } from './workflows/section.ts';
import { settings } from './settings/section.ts';

/** All sections, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  dashboard,
  models,
  apiKeys,
  teams,
  budgets,
  organizations,
  auditLog,
  prompts,
  rateLimits,
  modelAccess,
  chargeback,
  slaMonitor,
  abTests,
  events,
  mcpServers,
  a2aAgents,
  guardrails,
  workflows,
  settings,
];
