import { accessTier } from '@aicp/crds/access-tier';
import { agent } from '@aicp/crds/agent';
import { budget } from '@aicp/crds/budget';
import { costAllocationRule } from '@aicp/crds/cost-allocation-rule';
import { detector } from '@aicp/crds/detector';
import { eventSubscription } from '@aicp/crds/event-subscription';
import { failoverRule } from '@aicp/crds/failover-rule';
import { guardrail } from '@aicp/crds/guardrail';
import { mcpServer } from '@aicp/crds/mcp-server';
import { rateLimitPolicy } from '@aicp/crds/rate-limit-policy';
import { slaDefinition } from '@aicp/crds/sla-definition';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import type { Collection } from './collection.ts';

const NAME = ['name'] as const;

export const budgets: Collection = {
  kind: budget,
  path: 'budgets',
  permission: 'budgets',
  ...{ tag: 'Budgets', noun: 'budget', required: NAME },
  teamOf: ({ spec }) => (spec['entityType'] === 'team' ? String(spec['entityId']) : undefined),
  example: {
    name: 'Research, a month',
    entity_type: 'team',
    entity_id: 'research',
    monthly_limit: 500,
    soft_limit_percent: 0.8,
  },
};

export const rateLimits: Collection = {
  kind: rateLimitPolicy,
  path: 'rate-limits',
  permission: 'rate_limits',
  isShared: true,
  isVisible: ({ spec }, { role, organizationId, teamIds }) => {
    const { scope, scopeValue } = spec;
    const isPlatforms = spec['organizationId'] === undefined;
    if (role === 'platform_admin' || !isPlatforms || typeof scopeValue !== 'string') return true;
    // What the platform set for one of another organization would tell of it.
    if (scope === 'organization') return scopeValue === organizationId;
    return scope === 'team' ? teamIds.includes(scopeValue) : scope === 'model';
  },
  ...{ tag: 'Rate limits', noun: 'rate limit', required: NAME },
  example: { name: 'A team each', scope: 'team', rpm_limit: 600, tpm_limit: 100_000 },
};

export const accessTiers: Collection = {
  kind: accessTier,
  path: 'model-access/tiers',
  permission: 'access_tiers',
  isShared: true,
  ...{ tag: 'Access tiers', noun: 'access tier', required: NAME },
  example: {
    name: 'frontier',
    description: 'The newest models.',
    model_tiers: ['premium'],
    requires_approval: true,
    max_grant_duration_days: 90,
  },
};

export const allocationRules: Collection = {
  kind: costAllocationRule,
  path: 'cost-allocation/rules',
  permission: 'cost_allocation_rules',
  ...{ tag: 'Cost allocation rules', noun: 'cost allocation rule', required: NAME },
  example: {
    name: 'Research',
    team_id: 'research',
    allocation_type: 'cost_center',
    allocation_target: 'CC-4711',
  },
};

export const slaDefinitions: Collection = {
  kind: slaDefinition,
  path: 'sla/definitions',
  permission: 'sla_definitions',
  ...{ tag: 'SLA definitions', noun: 'SLA definition', required: NAME },
  example: {
    name: 'OpenAI, fast enough',
    provider: 'openai',
    model_pattern: 'gpt-*',
    target_p95_ms: 3000,
    target_error_rate: 0.01,
  },
};

export const failoverRules: Collection = {
  kind: failoverRule,
  path: 'sla/failover-rules',
  permission: 'failover_rules',
  ...{ tag: 'Failover rules', noun: 'failover rule', required: NAME },
  synonyms: { primary_model: 'source_model', fallback_model: 'target_model' },
  example: {
    name: 'gpt-4o to claude',
    source_model: 'gpt-4o',
    target_model: 'claude-sonnet',
    trigger_condition: 'error_rate > 0.05 OR p95_ms > 5000',
  },
};

export const eventSubscriptions: Collection = {
  kind: eventSubscription,
  path: 'events/subscriptions',
  permission: 'event_subscriptions',
  ...{ tag: 'Event subscriptions', noun: 'event subscription', required: NAME },
  example: {
    name: 'Budget alarms',
    event_types: ['budget.*'],
    channel: 'webhook',
    config: { url: 'https://hooks.example.com/aicp' },
  },
};

export const detectors: Collection = {
  kind: detector,
  path: 'detectors',
  permission: 'detectors',
  ...{ tag: 'Detectors', noun: 'detector', required: NAME },
  example: {
    name: 'Project names',
    detector_type: 'keyword',
    config: { patterns: [{ pattern: 'bluebird', label: 'project', action: 'redact' }] },
  },
};

export const guardrails: Collection = {
  kind: guardrail,
  path: 'guardrails',
  permission: 'guardrails',
  isShared: true,
  ...{ tag: 'Guardrails', noun: 'guardrail', required: NAME },
  example: { name: 'No personal data', enable_pii_detection: true, pii_action: 'anonymize' },
};

export const mcpServers: Collection = {
  kind: mcpServer,
  path: 'mcp-servers',
  permission: 'mcp_servers',
  ...{ tag: 'MCP servers', noun: 'MCP server', required: NAME },
  example: {
    name: 'Search',
    server_type: 'streamable_http',
    url: 'https://mcp.example.com/search',
  },
};

export const agents: Collection = {
  kind: agent,
  path: 'agents',
  permission: 'agents',
  ...{ tag: 'Agents', noun: 'agent', required: NAME },
  example: { name: 'Planner', url: 'https://agents.example.com/planner' },
};

export const workflows: Collection = {
  kind: workflowTemplate,
  path: 'workflows',
  permission: 'workflows',
  ...{ tag: 'Workflows', noun: 'workflow', required: NAME },
  nameFrom: 'type',
  example: {
    name: 'Research',
    type: 'research',
    steps: [{ id: 'answer', type: 'llm', with: { model: 'gpt-4o', prompt: '{{input.query}}' } }],
  },
};
