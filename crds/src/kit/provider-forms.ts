import type { ProviderTypeName } from './provider-types.ts';

/** Fields of a Provider that mean something for some of its types. */
type Field =
  | 'baseUrl'
  | 'secretRef'
  | 'credentials'
  | 'region'
  | 'project'
  | 'apiVersion'
  | 'headers'
  | 'tls'
  | 'http2'
  | 'proxyUrl'
  | 'proxySecretRef'
  | 'simulation';

/** What is to be filled in for a type of provider. */
export interface ProviderForm {
  /** What stands in its Secret, as part of a sentence; undefined where it has none. */
  readonly credential: string | undefined;
  /** The fields that mean something, beside those of every type. */
  readonly fields: readonly Field[];
  /** Those of them without which it cannot be asked. */
  readonly required: readonly Field[];
}

const ASKED: readonly Field[] = [
  ...(['baseUrl', 'secretRef', 'credentials', 'headers'] as const),
  ...(['tls', 'http2', 'proxyUrl', 'proxySecretRef'] as const),
];

const KEY = 'an API key';

const vendor = (
  credential = KEY,
  { more = [], required = [] }: { more?: readonly Field[]; required?: readonly Field[] } = {},
): ProviderForm => ({ credential, fields: [...ASKED, ...more], required });

/** What is to be filled in for each type: the form of the console and the table in docs/providers are made of it. */
export const PROVIDER_FORMS: Readonly<Record<ProviderTypeName, ProviderForm>> = {
  openai: vendor(),
  anthropic: vendor(KEY, { more: ['apiVersion'] }),
  azure_openai: vendor('a key of the resource, or an application of Entra ID as JSON', {
    more: ['apiVersion'],
    required: ['baseUrl'],
  }),
  bedrock: vendor(
    'keys of AWS as JSON, or an API key of Bedrock; without one, the role of the gateways',
    { more: ['region'], required: ['region'] },
  ),
  gemini: vendor(),
  vertex: vendor(
    'the key file of a service account (JSON), or an API key; without one, the account of the gateways',
    { more: ['project', 'region'], required: ['project', 'region'] },
  ),
  mistral: vendor(),
  groq: vendor(),
  deepseek: vendor(),
  xai: vendor(),
  together: vendor(),
  fireworks: vendor(),
  openrouter: vendor(),
  perplexity: vendor(),
  cohere: vendor(),
  ollama: vendor('none, unless something in front of it wants a key', { required: ['baseUrl'] }),
  vllm: vendor('a key where it was started with one, else none', { required: ['baseUrl'] }),
  openai_compatible: vendor('an API key where it wants one, else none', { required: ['baseUrl'] }),
  simulated: { credential: undefined, fields: ['simulation'], required: [] },
};
