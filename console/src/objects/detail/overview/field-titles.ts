/** What people call fields whose names do not say it. */
const TITLES: Readonly<Record<string, string>> = {
  id: 'ID',
  uid: 'Unique ID',
  slug: 'Short name',
  organization_id: 'Organization',
  business_unit_id: 'Business unit',
  team_id: 'Team',
  user_id: 'User',
  key_id: 'API key',
  key_prefix: 'Beginning of the key',
  entity_type: 'What it limits',
  entity_id: 'Which one',
  scope_value: 'Which one',
  is_active: 'Active',
  max_budget: 'Maximum budget',
  budget_duration: 'Budget period',
  rpm_limit: 'Requests per minute',
  tpm_limit: 'Tokens per minute',
  rpd_limit: 'Requests per day',
  tpd_limit: 'Tokens per day',
  concurrent_limit: 'Requests at the same time',
  limit_usd: 'Limit',
  window: 'Period',
  upstream_model: 'Name at the provider',
  model_name: 'Model',
  model_hint: 'Suggested model',
  secret_ref: 'Kubernetes Secret',
  secret_set: 'Secret is set',
  default_latency_sla_ms: 'Promised latency',
  hedge_after_ms: 'Ask a second time after',
  target_ttft_ms: 'First token within',
  traffic_split_percent: 'Share of requests to the variant',
  created_at: 'Created',
  updated_at: 'Last changed',
};

const WORDS: Readonly<Record<string, string>> = {
  url: 'URL',
  api: 'API',
  id: 'ID',
  ids: 'IDs',
  sla: 'SLA',
  mcp: 'MCP',
  sso: 'SSO',
  usd: 'USD',
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
};

/** Units stand with the value. */
const UNIT = /_(ms|seconds|minutes|hours|days|usd|percent)$/;

/** What people call a field: `connect_timeout_ms` is "Connect timeout". */
export function fieldTitle(field: string): string {
  const known = Object.hasOwn(TITLES, field) ? TITLES[field] : undefined;
  if (known !== undefined) return known;
  const words = field
    .replace(UNIT, '')
    .split('_')
    .map((word) => (Object.hasOwn(WORDS, word) ? WORDS[word] : word) ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
