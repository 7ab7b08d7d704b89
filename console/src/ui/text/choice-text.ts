import { ROLE_NAMES } from '../../resources/roles.ts';
import { sentenceCase } from './text.ts';

/** Values that people write otherwise than with a capital letter and spaces. */
const KNOWN: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  azure_openai: 'Azure OpenAI',
  openai_compatible: 'OpenAI compatible',
  openai_moderation: 'OpenAI moderation',
  bedrock: 'Amazon Bedrock',
  gemini: 'Google Gemini',
  vertex: 'Google Vertex AI',
  streamable_http: 'Streamable HTTP',
  sse: 'Server-sent events',
  stdio: 'Standard input and output',
  http: 'HTTP',
  llm: 'Model',
  foreach: 'For each',
  pii: 'Personal data',
  regex: 'Regular expression',
  pagerduty: 'PagerDuty',
  ...ROLE_NAMES,
  '1h': '1 hour',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  month: 'Calendar month',
  'simple-shuffle': 'Shuffle by weight',
  'least-busy': 'Least busy',
  'latency-based-routing': 'Fastest first',
  'cost-based-routing': 'Cheapest first',
  'usage-based-routing': 'Least used first',
};

/** What people call one of the few values that a field may have: `cost_center` is "Cost center". */
export const choiceText = (value: string): string =>
  (Object.hasOwn(KNOWN, value) ? KNOWN[value] : undefined) ??
  sentenceCase(value.replaceAll('_', ' '));
