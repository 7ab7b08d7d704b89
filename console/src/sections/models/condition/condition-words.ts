/** Something that a condition may be about. */
export interface ConditionAttribute {
  readonly name: string;
  readonly type: 'text' | 'number' | 'flag';
  readonly meaning: string;
  /** Where its values are found: a collection, whose ids they are, or a list of them. */
  readonly values?: string | readonly string[];
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const PROVIDERS = '/api/v1/providers';
const FLAGS = ['true', 'false'];
const TIERS = ['free', 'budget', 'standard', 'premium', 'experimental', 'self_hosted'];

/** What conditions of requests may ask about, as the reference has it. */
export const ATTRIBUTES: readonly ConditionAttribute[] = [
  { name: 'model', type: 'text', meaning: 'the model asked for', values: '/api/v1/models' },
  { name: 'team', type: 'text', meaning: 'the team of the key', values: '/api/v1/teams' },
  { name: 'key', type: 'text', meaning: 'the API key', values: '/api/v1/api-keys' },
  { name: 'user', type: 'text', meaning: 'the user' },
  { name: 'organization', type: 'text', meaning: 'whose it is', values: '/api/v1/organizations' },
  { name: 'business_unit', type: 'text', meaning: 'the business unit of the key' },
  { name: 'tier', type: 'text', meaning: 'the tier of the model', values: TIERS },
  { name: 'provider', type: 'text', meaning: 'of the model', values: PROVIDERS },
  { name: 'environment', type: 'text', meaning: 'of the key, or of the installation' },
  { name: 'metadata.', type: 'text', meaning: 'a note of the key or the request' },
  { name: 'header.', type: 'text', meaning: 'a header of the request, lower case' },
  { name: 'stream', type: 'flag', meaning: 'the answer comes in pieces', values: FLAGS },
  { name: 'tools', type: 'flag', meaning: 'the request brings tools', values: FLAGS },
  { name: 'input_tokens', type: 'number', meaning: 'how long the prompt is, estimated' },
  { name: 'hour', type: 'number', meaning: '0 to 23' },
  { name: 'weekday', type: 'text', meaning: 'mon to sun', values: WEEKDAYS },
  { name: 'budget_remaining_usd', type: 'number', meaning: 'USD left of its budgets' },
  { name: 'candidate.tier', type: 'text', meaning: 'of a model that could serve', values: TIERS },
  { name: 'candidate.provider', type: 'text', meaning: 'of such a model', values: PROVIDERS },
  { name: 'candidate.p95_ms', type: 'number', meaning: 'how slow it was in the last minute' },
  { name: 'candidate.error_rate', type: 'number', meaning: 'how often it failed, 0 to 1' },
];

/** How two things are compared. */
export interface ConditionOperator {
  readonly text: string;
  readonly meaning: string;
  readonly types: readonly ConditionAttribute['type'][];
}

export const OPERATORS: readonly ConditionOperator[] = [
  { text: '==', meaning: 'is', types: ['text', 'number', 'flag'] },
  { text: '!=', meaning: 'is not, or is missing', types: ['text', 'number', 'flag'] },
  { text: 'in [', meaning: 'is one of', types: ['text', 'number'] },
  { text: '>', meaning: 'is more than', types: ['number'] },
  { text: '>=', meaning: 'is at least', types: ['number'] },
  { text: '<', meaning: 'is less than', types: ['number'] },
  { text: '<=', meaning: 'is at most', types: ['number'] },
];

/** The attribute of a name; undefined: a note in the metadata, or a header. */
export const attributeOf = (name: string): ConditionAttribute | undefined =>
  ATTRIBUTES.find((one) => one.name === name);
