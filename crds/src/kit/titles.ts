/** What people call fields whose names on the wire do not say it well. */
const TITLES: Readonly<Record<string, string>> = {
  above_input_tokens: 'Above so many input tokens',
  alert_email: 'Email for alerts',
  allocation_percent: 'Share',
  args: 'Arguments',
  audit_days: 'Audit log is kept for',
  auto_promote: 'Promote by itself',
  auto_reroute: 'Send requests to the replacement',
  auto_rollback: 'Roll back by itself',
  batch_discount_percent: 'Discount for batches',
  blocked_keywords: 'Words that are refused',
  budget_duration: 'Budget period',
  burst_multiplier: 'Burst, times the limit',
  character_price_per_million: 'Price per million characters that are spoken',
  client_id: 'Client ID',
  concurrent_limit: 'Requests at the same time',
  config: 'Settings',
  content_policy_fallbacks: 'Fallbacks for refused content',
  context_window_fallbacks: 'Fallbacks for long input',
  decision_days: 'Decisions are kept for',
  default_latency_sla_ms: 'Promised latency',
  enable_pii_detection: 'Find personal data',
  enable_prompt_injection: 'Find prompt injection',
  enable_secrets_detection: 'Find secrets',
  enable_toxicity: 'Find toxic language',
  entity_id: 'Which one',
  entity_type: 'What it limits',
  env: 'Environment variables',
  evaluation_window_minutes: 'Looked at over',
  first_byte_timeout_ms: 'Time to the first byte at most',
  first_token_ms: 'Time to the first token',
  four_eyes: 'Changes need a second person',
  global_rpm_limit: 'Requests per minute, all together',
  hedge_after_ms: 'Ask a second time after',
  id: 'ID',
  if: 'Only if',
  is_active: 'Active',
  issuer: 'Issuer address',
  key_hash: 'Hash of the key',
  key_prefix: 'Beginning of the key',
  max_attempts: 'Attempts at most',
  max_grant_duration_days: 'Longest grant',
  max_output_tokens: 'Output tokens at most',
  max_retries: 'Retries at most',
  min_requests: 'Requests at least',
  model_hint: 'Suggested model',
  model_pattern: 'Models',
  needs: 'Runs after',
  on_fail: 'When it cannot judge',
  per_image_price: 'Price per image',
  per_minute_price: 'Price per minute of sound',
  per_request_price: 'Price per request',
  pii_action: 'What to do with personal data',
  pii_entities: 'Kinds of personal data',
  previous_key_expires_at: 'Previous key ends at',
  require_auth: 'Requests need a key',
  requires_justification: 'Requests need a reason',
  role_mapping: 'Roles by claims',
  rpd_limit: 'Requests per day',
  rpm_limit: 'Requests per minute',
  scope_value: 'Which one',
  secret_ref: 'Kubernetes Secret',
  slug: 'Short name',
  sso: 'Single sign-on',
  sticky_by: 'Stay with a model by',
  target_p50_ms: 'Latency, median',
  target_p95_ms: 'Latency, 95th percentile',
  target_p99_ms: 'Latency, 99th percentile',
  target_ttft_ms: 'Time to the first token',
  tier_id: 'Access tier',
  to: 'Recipients',
  tpd_limit: 'Tokens per day',
  tpm_limit: 'Tokens per minute',
  traffic_split_percent: 'Share of the traffic',
  unpriced_model_policy: 'Models without a price',
  usage_days: 'Usage is kept for',
  upstream_model: 'Name at the provider',
  webhook_url: 'Webhook address',
  window: 'Period',
  with: 'Input',
};

/** Words that are written so. */
const WRITTEN: Readonly<Record<string, string>> = {
  api: 'API',
  id: 'ID',
  ip: 'IP',
  max: 'maximum',
  min: 'minimum',
  sla: 'SLA',
  url: 'URL',
};

/** The title of a field by its name on the wire: `team_id` → `Team`, `max_budget` → `Maximum budget`. Units are told beside it. */
export function titleOf(name: string): string {
  const known = TITLES[name];
  if (known !== undefined) return known;
  if (name.endsWith('_ref')) return `${titleOf(name.replace(/_ref$/, ''))} in a Kubernetes Secret`;
  const bare = name.replace(/^is_/, '').replace(SUFFIX, '');
  const words = bare.split('_').map((word) => WRITTEN[word] ?? word);
  const text = words.join(' ').replace(/ per million$/, ' per million tokens');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is named, and in what it is counted, is told elsewhere. */
const SUFFIX = /(?<=[^_])_(id|ms|seconds|minutes|hours|days|percent|pct|usd)$/;
