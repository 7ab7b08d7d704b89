/** An object of a tenant: where it is made, where the console lists it, and what of. */
export interface Held {
  /** Below `/api/v1`: `teams`. */
  readonly collection: string;
  readonly page: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One of each kind that belongs to an organization; each is called by the word, which nothing else holds. */
export function objectsOf(word: string): readonly Held[] {
  const org = { organization_id: word };
  const team = `${word}-team`;
  const model = `${word}/model`;
  const named = (what: string) => ({ name: `${word} ${what}`, ...org });
  const held = (collection: string, page: string, body: Held['body']): Held => ({
    ...{ collection, page, body },
  });
  return [
    held('teams', '/teams', { ...named('team'), slug: team }),
    held('models', '/models', { id: model, provider: 'simulated', ...org }),
    held('price-catalogs', '/price-catalogs', {
      ...named('prices'),
      prices: [{ model: `${word}/*`, provider: 'simulated', input_price_per_million: 2 }],
    }),
    held('deprecations', '/deprecations', {
      ...{ model_name: model, replacement_model: 'sim-small', sunset_date: '2099-06-30', ...org },
    }),
    held('routing-policies', '/routing-policies', {
      ...{ ...named('policy'), is_active: false, condition: `team == ${team}` },
      ...{ action: 'prefer', target_models: ['sim-small'] },
    }),
    held('api-keys', '/api-keys', { ...named('key'), role: 'member', team_id: team }),
    held('budgets', '/budgets', {
      ...{ ...named('budget'), entity_type: 'team', entity_id: team, monthly_limit: 500 },
    }),
    held('prompts', '/prompts', { ...named('prompt'), template_text: 'Sum up: {{text}}' }),
    held('rate-limits', '/rate-limits', { ...named('limit'), scope: 'key', rpm_limit: 600 }),
    held('model-access/tiers', '/access-tiers', {
      ...{ name: `${word}-tier`, ...org, models: [model], requires_approval: true },
    }),
    held('cost-allocation/rules', '/allocation-rules', {
      ...{ ...named('rule'), team_id: team },
      ...{ allocation_type: 'cost_center', allocation_target: 'CC-4711' },
    }),
    held('sla/definitions', '/sla-definitions', {
      ...{ ...named('SLA'), provider: 'simulated', model_pattern: `${word}/*`, target_p95_ms: 90 },
    }),
    held('sla/failover-rules', '/failover-rules', {
      ...{ ...named('failover'), source_model: model, target_model: 'sim-small' },
      trigger_condition: 'error_rate > 0.5',
    }),
    held('ab-tests', '/ab-tests', {
      ...{ ...named('test'), base_model: model, variant_model: 'sim-small' },
      traffic_split_percent: 10,
    }),
    held('events/subscriptions', '/subscriptions', {
      ...{ ...named('subscription'), event_types: ['budget.*'], channel: 'webhook' },
      ...{ is_active: false, config: { url: 'https://hooks.example.com/aicp' } },
    }),
    held('mcp-servers', '/mcp-servers', {
      ...{ ...named('server'), server_type: 'streamable_http', url: 'https://mcp.example.com/a' },
    }),
    held('agents', '/agents', { ...named('agent'), url: 'https://agents.example.com/a' }),
    held('detectors', '/detectors', {
      ...{ name: `${word}-detector`, ...org, detector_type: 'keyword' },
      config: { patterns: [{ pattern: 'bluebird', label: 'project', action: 'redact' }] },
    }),
    held('guardrails', '/guardrails', { ...named('guardrail'), enable_pii_detection: true }),
    held('workflows', '/workflows', {
      ...named('workflow'),
      steps: [{ id: 'read', type: 'llm', with: { model: 'sim-small', prompt: '${{ input.q }}' } }],
    }),
  ];
}
