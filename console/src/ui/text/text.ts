const INITIALS: Readonly<Record<string, string>> = {
  ...{
    id: 'ID',
    ids: 'IDs',
    url: 'URL',
    api: 'API',
    rpm: 'RPM',
    tpm: 'TPM',
    sla: 'SLA',
    mcp: 'MCP',
  },
  ...{
    usd: 'USD',
    ab: 'A/B',
    pii: 'PII',
    p95: 'p95',
    p50: 'p50',
    p99: 'p99',
    ms: '(ms)',
    ip: 'IP',
  },
  ...{ sso: 'SSO', tls: 'TLS', ttl: 'TTL', dlp: 'DLP', llm: 'LLM', http2: 'HTTP/2', ca: 'CA' },
};

/** With a capital letter at its beginning. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What people call a field of the API: `max_budget` is "Max budget", `organization_id` "Organization". */
export function fieldTitle(name: string): string {
  if (name === 'ca') return 'CA certificate';
  const words = name
    .replace(/^is_(?=.)/, '')
    .replace(/(?<=.)_ids?$/, (end) => (end === '_ids' ? 's' : ''))
    .split('_');
  return sentenceCase(words.map((word) => INITIALS[word] ?? word).join(' '));
}
