import type { Attribute, AttributeType } from './ast.ts';

/** The attributes that a request always may have, with their types. Anything else is a metadata key. */
const BUILT_IN: Readonly<Record<string, AttributeType>> = {
  model: 'string',
  key: 'string',
  team: 'string',
  user: 'string',
  organization: 'string',
  business_unit: 'string',
  tier: 'string',
  provider: 'string',
  environment: 'string',
  stream: 'boolean',
  tools: 'boolean',
  input_tokens: 'number',
  hour: 'number',
  weekday: 'string',
  budget_remaining_usd: 'number',
  'candidate.tier': 'string',
  'candidate.provider': 'string',
  'candidate.p95_ms': 'number',
  'candidate.error_rate': 'number',
};

const CANDIDATES = Object.keys(BUILT_IN).filter((name) => name.startsWith('candidate.'));

/** Headers that carry credentials: a condition may not read them. */
const CREDENTIAL_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
]);

/** What a name in a condition stands for, or why it can't. */
export function resolveAttribute(
  name: string,
  key: string | undefined,
): Attribute | { readonly error: string } {
  const full = key === undefined ? name : `${name}.${key}`;
  const type = Object.hasOwn(BUILT_IN, full) ? BUILT_IN[full] : undefined;
  if (type) return { name: full, type };
  if (name === 'header') return headerAttribute(key);
  if (name === 'metadata') {
    if (key === undefined) return { error: 'metadata needs a key: metadata.department' };
    return { name: full, type: 'string' };
  }
  if (name === 'candidate') {
    return { error: `there is no attribute ${full}, but ${CANDIDATES.join(', ')}` };
  }
  return { name: `metadata.${full}`, type: 'string' };
}

function headerAttribute(key: string | undefined): Attribute | { readonly error: string } {
  if (key === undefined) return { error: 'header needs a name: header.x-team' };
  const header = key.toLowerCase();
  if (CREDENTIAL_HEADERS.has(header)) return { error: `header ${header} is a credential` };
  return { name: `header.${header}`, type: 'string' };
}
