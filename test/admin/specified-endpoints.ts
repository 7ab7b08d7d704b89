/** A row of the specification's table of the admin API, and what it has to answer to a valid request. */
export interface SpecifiedEndpoint {
  readonly route: string;
  readonly body?: object;
  readonly status: number;
  /** Of the object that is answered; without them, it is a list. */
  readonly fields?: readonly string[];
}

const OBJECT = ['id', 'uid', 'created_at', 'updated_at', 'ready', 'conditions', 'managed_by'];

const list = (path: string): SpecifiedEndpoint => ({ route: `GET /api/v1/${path}`, status: 200 });

const create = (path: string, body: object): SpecifiedEndpoint => ({
  route: `POST /api/v1/${path}`,
  body,
  status: 201,
  fields: [...OBJECT, 'read_only', ...Object.keys(body)],
});

/** In the order of the specification's table. */
export const SPECIFIED: readonly SpecifiedEndpoint[] = [
  { route: 'POST /auth/login', body: { api_key: 'nobody' }, status: 401, fields: ['detail'] },
  { route: 'GET /auth/me', status: 200, fields: ['user_id', 'role', 'permissions'] },
  list('models'),
  // There is none yet: what a change answers is shown with the models' own tests.
  { route: 'PUT /api/v1/models/{id}', body: {}, status: 404, fields: ['detail'] },
  list('teams'),
  create('teams', { name: 'Platform', max_budget: 100 }),
  list('budgets'),
  create('budgets', { name: 'All', entity_type: 'global', monthly_limit: 500 }),
  list('organizations'),
  create('organizations', { name: 'Globex', slug: 'globex', max_budget: 10_000 }),
  create('organizations/{org_id}/business-units', {
    name: 'Engineering',
    slug: 'engineering',
    max_budget: 2500.5,
  }),
  list('audit-logs'),
  list('prompts'),
  create('prompts', { name: 'Summary', template_text: 'Sum up: {{text}}' }),
  list('rate-limits'),
  create('rate-limits', { name: 'Everybody', scope: 'global', rpm_limit: 600 }),
  list('routing-policies'),
  create('routing-policies', {
    name: 'Research',
    description: 'To the large models.',
    priority: 10,
    condition: 'team == research',
    action: 'permit',
    target_models: ['gpt-4o'],
  }),
  list('model-access/tiers'),
  {
    route: 'POST /api/v1/model-access/requests',
    body: { tier_id: 'premium', justification: 'A study.', duration_days: 7 },
    status: 201,
    fields: ['id', 'tier_id', 'status'],
  },
  list('cost-allocation/rules'),
  create('cost-allocation/rules', {
    name: 'Research',
    allocation_type: 'cost_center',
    allocation_target: 'CC-1',
  }),
  {
    route: 'POST /api/v1/chargeback/reports/generate',
    body: { period: '2026-02' },
    status: 201,
    fields: [
      ...['id', 'name', 'period_start', 'period_end', 'status', 'total_cost'],
      ...['allocated_cost', 'unallocated_cost', 'line_items'],
    ],
  },
  list('sla/definitions'),
  create('sla/definitions', {
    name: 'Fast',
    provider: 'openai',
    model_pattern: 'gpt-*',
    target_p95_ms: 3000,
    target_error_rate: 0.01,
  }),
  list('sla/health'),
  list('sla/violations'),
  list('ab-tests'),
  create('ab-tests', {
    name: 'Cheaper',
    base_model: 'gpt-4o',
    variant_model: 'gpt-4o-mini',
    traffic_split_percent: 12.5,
  }),
  list('events/subscriptions'),
  create('events/subscriptions', {
    name: 'Alarms',
    event_types: ['budget.exceeded', 'sla.violation'],
    channel: 'webhook',
    config: { url: 'https://hooks.example.com/aicp' },
  }),
  {
    route: 'POST /api/v1/events/test',
    body: { event_type: 'budget.exceeded', payload: { spent_usd: 12.5 } },
    status: 200,
    fields: ['event_id', 'deliveries'],
  },
  list('detectors'),
  {
    route: 'POST /api/v1/scan',
    body: { text: 'Write to ada@example.com.', detectors: ['all'] },
    status: 200,
    fields: ['findings', 'redacted_text', 'action'],
  },
  {
    route: 'GET /api/v1/cache/stats',
    status: 200,
    fields: ['hits', 'misses', 'hit_rate', 'entries', 'tokens_saved', 'cost_saved_usd'],
  },
  list('guardrails'),
  create('guardrails', { name: 'No secrets', enable_secrets_detection: true }),
  list('mcp-servers'),
  list('agents'),
  list('workflows'),
  list('workflows/executions'),
  list('deprecations'),
  { route: 'GET /api/v1/settings', status: 200, fields: ['features', 'retention', 'time_zone'] },
  {
    route: 'GET /api/v1/metrics/realtime',
    status: 200,
    fields: ['requests_per_minute', 'active_requests', 'error_rate', 'p95_ms', 'spend_today_usd'],
  },
  {
    route: 'GET /api/v1/license',
    status: 200,
    fields: ['present', 'valid', 'expired', 'tier', 'days_remaining', 'features', 'error'],
  },
  {
    route: 'POST /api/v1/license/activate',
    body: { license_key: 'no.license.key' },
    status: 422,
    fields: ['detail'],
  },
];

/** Questions that take a body: they change nothing. */
export const QUESTION =
  /\/(explain|render|check|scan|forecast\/generate|collect-metrics|simulate|guardrails\/{id}\/test)$/;
