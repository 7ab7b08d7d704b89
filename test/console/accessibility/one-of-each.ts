import type { Stage } from '../kit/stage.ts';

/** An object to make by the API: where, and what of. */
export interface Seed {
  /** Below `/api/v1`: `teams`. */
  readonly collection: string;
  /** Where the console lists it: `/teams`. */
  readonly page: string;
  /** What the API makes of its name. */
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** A change to it, so that its history has a difference to show. */
  readonly change?: Readonly<Record<string, unknown>>;
}

const ORG = { organization_id: 'seen-works' };

/** One object of each kind that the console has forms for, with what fills its page. None of them touches what others ask for. */
export const SEEDS: readonly Seed[] = [
  {
    ...{ collection: 'organizations', page: '/organizations', id: 'seen-works' },
    body: {
      name: 'Seen works',
      slug: 'seen-works',
      max_budget: 900,
      metadata: { region: 'north' },
    },
    change: { description: 'Looked at by everybody' },
  },
  {
    ...{
      collection: 'organizations/seen-works/business-units',
      page: '/organizations/seen-works/business-units',
      id: 'seen-works-seen-unit',
    },
    body: { name: 'Seen unit', slug: 'seen-unit', cost_center: 'CC-4711' },
  },
  {
    ...{ collection: 'teams', page: '/teams', id: 'seen-team' },
    body: {
      name: 'Seen team',
      slug: 'seen-team',
      ...ORG,
      allowed_models: ['seen/*'],
      max_budget: 90,
    },
    change: { description: 'Looked at' },
  },
  {
    ...{ collection: 'providers', page: '/providers', id: 'seen-provider' },
    body: { name: 'seen-provider', type: 'simulated', simulation: { latency_ms: 20 } },
    change: { max_retries: 1 },
  },
  {
    ...{ collection: 'models', page: '/models', id: 'seen/model' },
    body: {
      ...{ id: 'seen/model', provider: 'seen-provider', aliases: ['seen/alias'] },
      ...{ context_window: 8000, input_price_per_million: 1.5, output_price_per_million: 6 },
    },
    change: { output_price_per_million: 5 },
  },
  {
    ...{ collection: 'price-catalogs', page: '/price-catalogs', id: 'seen-prices' },
    body: {
      ...{ name: 'Seen prices', priority: 3 },
      prices: [{ model: 'seen/*', provider: 'seen-provider', input_price_per_million: 2 }],
    },
  },
  {
    ...{ collection: 'deprecations', page: '/deprecations', id: 'seen-model' },
    body: { model_name: 'seen/model', replacement_model: 'sim-small', sunset_date: '2099-06-30' },
  },
  {
    ...{ collection: 'routing-policies', page: '/routing-policies', id: 'seen-policy' },
    body: {
      ...{ name: 'Seen policy', priority: 900, is_active: false, condition: 'team == seen-team' },
      ...{ action: 'prefer', target_models: ['seen/model'] },
    },
    change: { priority: 901 },
  },
  {
    ...{ collection: 'api-keys', page: '/api-keys', id: 'seen-key' },
    body: {
      name: 'Seen key',
      role: 'member',
      team_id: 'seen-team',
      allowed_models: ['seen/model'],
    },
  },
  {
    ...{ collection: 'budgets', page: '/budgets', id: 'seen-budget' },
    body: {
      ...{ name: 'Seen budget', entity_type: 'team', entity_id: 'seen-team' },
      ...{ monthly_limit: 500, soft_limit_percent: 0.8 },
    },
    change: { monthly_limit: 600 },
  },
  {
    ...{ collection: 'prompts', page: '/prompts', id: 'seen-prompt' },
    body: {
      ...{ name: 'Seen prompt', slug: 'seen-prompt', template_text: 'Sum up: {{text}}' },
      variables: [{ name: 'text' }],
    },
    change: { template_text: 'Sum up in one sentence: {{text}}' },
  },
  {
    ...{ collection: 'rate-limits', page: '/rate-limits', id: 'seen-limit' },
    body: { name: 'Seen limit', ...ORG, scope: 'key', rpm_limit: 600 },
  },
  {
    ...{ collection: 'model-access/tiers', page: '/access-tiers', id: 'seen-tier' },
    body: { name: 'seen-tier', ...ORG, models: ['seen/model'], requires_approval: true },
  },
  {
    ...{ collection: 'cost-allocation/rules', page: '/allocation-rules', id: 'seen-rule' },
    body: {
      ...{ name: 'Seen rule', ...ORG, team_id: 'seen-team' },
      ...{ allocation_type: 'cost_center', allocation_target: 'CC-4711' },
    },
  },
  {
    ...{ collection: 'sla/definitions', page: '/sla-definitions', id: 'seen-sla' },
    body: {
      name: 'Seen SLA',
      provider: 'seen-provider',
      model_pattern: 'seen/*',
      target_p95_ms: 90,
    },
  },
  {
    ...{ collection: 'sla/failover-rules', page: '/failover-rules', id: 'seen-failover' },
    body: {
      ...{ name: 'Seen failover', source_model: 'seen/model', target_model: 'sim-small' },
      trigger_condition: 'error_rate > 0.5',
    },
  },
  {
    ...{ collection: 'ab-tests', page: '/ab-tests', id: 'seen-test' },
    body: {
      ...{ name: 'Seen test', base_model: 'seen/model', variant_model: 'sim-small' },
      traffic_split_percent: 10,
    },
  },
  {
    ...{ collection: 'events/subscriptions', page: '/subscriptions', id: 'seen-subscription' },
    body: {
      ...{ name: 'Seen subscription', event_types: ['budget.*'], channel: 'webhook' },
      ...{ is_active: false, config: { url: 'https://hooks.example.com/aicp' } },
    },
  },
  {
    ...{ collection: 'mcp-servers', page: '/mcp-servers', id: 'seen-server' },
    body: { name: 'Seen server', server_type: 'streamable_http', url: 'https://mcp.example.com/a' },
  },
  {
    ...{ collection: 'agents', page: '/agents', id: 'seen-agent' },
    body: { name: 'Seen agent', url: 'https://agents.example.com/a', skills: ['planning'] },
  },
  {
    ...{ collection: 'detectors', page: '/detectors', id: 'seen-detector' },
    body: {
      ...{ name: 'seen-detector', detector_type: 'keyword' },
      config: { patterns: [{ pattern: 'bluebird', label: 'project', action: 'redact' }] },
    },
  },
  {
    ...{ collection: 'guardrails', page: '/guardrails', id: 'seen-guardrail' },
    body: { name: 'Seen guardrail', ...ORG, enable_pii_detection: true },
  },
  {
    ...{ collection: 'workflows', page: '/workflows', id: 'seen-workflow' },
    body: {
      name: 'Seen workflow',
      steps: [
        { id: 'read', type: 'llm', with: { model: 'seen/model', prompt: '{{input.query}}' } },
        { id: 'check', type: 'approval', needs: ['read'] },
      ],
    },
  },
];

/** Makes one of each, and has some requests served, so that there is something to see of everything. */
export async function makeOneOfEach({ admin, aicp }: Stage): Promise<void> {
  for (const { collection, id, body, change } of SEEDS) {
    await admin.json('POST', `/api/v1/${collection}`, body).catch(unlessThere);
    if (change) await admin.json('PATCH', pathOf({ collection, id }), change);
  }
  for (let count = 0; count < 3; count += 1) await (await aicp.ask()).arrayBuffer();
}

/** Takes away what `makeOneOfEach` made. */
export async function removeOneOfEach({ admin }: Stage): Promise<void> {
  for (const seed of SEEDS.toReversed()) await admin.json('DELETE', pathOf(seed));
}

const pathOf = ({ collection, id }: Pick<Seed, 'collection' | 'id'>): string =>
  `/api/v1/${collection}/${encodeURIComponent(id)}`;

/** A run that was broken off left it. */
function unlessThere(error: unknown): void {
  if (!String(error).includes(': 409 ')) throw error;
}
