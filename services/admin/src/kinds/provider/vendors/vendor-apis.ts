import type { ProviderTypeName, ServedProviderType } from '@aicp/crds/kit/provider-types';
import type { Spec } from '@aicp/admin/resources/collection';
import type { ReadModels } from './offered-model.ts';
import {
  readAzureDeployments,
  readCohereModels,
  readGeminiModels,
  readOpenAiModels,
} from './read-models.ts';

type Headers = Readonly<Record<string, string>>;

/** What has to be known of a type of provider to ask it for its models. */
export interface VendorApi {
  /** How a credential is sent. */
  readonly headers: (credential: string) => Headers;
  /** Why it cannot be asked with this credential, and what to do; undefined: it can. */
  readonly unaskedWith?: (credential: string) => string | undefined;
  /** Where its models are listed, from its base address and its spec; without it, at `models` below the address. */
  readonly listAt?: (base: URL, spec: Spec) => URL;
  /** How its list is read; without it, as OpenAI's. */
  readonly readModels?: ReadModels;
}

/** A type that cannot be asked: a sentence that says why, and what to do. */
export interface Unasked {
  readonly unasked: string;
}

const bearer = (credential: string): Headers => ({ authorization: `Bearer ${credential}` });

/** Below the base address, with a query. */
const below =
  (path: string, query: Readonly<Record<string, string>> = {}) =>
  (base: URL): URL => {
    const url = new URL(base);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };

const OPENAI: VendorApi = { headers: bearer };

/** The version of Azure's API that lists deployments with the resource's own key; later ones leave that to Azure's management API. */
const AZURE_LIST_VERSION = '2023-03-15-preview';

/** A row for each type of provider that can be asked. Lists are asked for in one page, as long as a vendor has it. */
const APIS = {
  openai: OPENAI,
  openai_compatible: OPENAI,
  mistral: OPENAI,
  groq: OPENAI,
  deepseek: OPENAI,
  xai: OPENAI,
  together: OPENAI,
  fireworks: OPENAI,
  openrouter: OPENAI,
  ollama: OPENAI,
  vllm: OPENAI,
  anthropic: {
    headers: (credential) => ({ 'x-api-key': credential, 'anthropic-version': '2023-06-01' }),
    listAt: below('models', { limit: '1000' }),
  },
  gemini: {
    headers: (credential) => ({ 'x-goog-api-key': credential }),
    listAt: below('models', { pageSize: '1000' }),
    readModels: readGeminiModels,
  },
  cohere: {
    headers: bearer,
    listAt: (base) => below('v1/models', { page_size: '1000' })(withoutEnd(base, /\/v[12]$/)),
    readModels: readCohereModels,
  },
  azure_openai: {
    headers: (credential) => ({ 'api-key': credential }),
    unaskedWith: (credential) =>
      credential.trimStart().startsWith('{')
        ? 'Tokens of Entra ID are not got here: send a request through the gateway to try the application.'
        : undefined,
    listAt: (base) =>
      below('openai/deployments', { 'api-version': AZURE_LIST_VERSION })(
        withoutEnd(base, /\/openai(\/v1|\/deployments.*)?$/),
      ),
    readModels: readAzureDeployments,
  },
  bedrock: {
    unasked:
      'Bedrock lists its models at another host (bedrock.REGION.amazonaws.com), which is not asked: see `aws bedrock list-foundation-models`, and send a request through the gateway to try the credential.',
  },
  vertex: {
    unasked:
      'Vertex AI has no list that a project’s own models are told by: see the Model Garden, and send a request through the gateway to try the credential.',
  },
  perplexity: {
    unasked:
      'Perplexity has no list of models: see its documentation, and send a request through the gateway to try the credential.',
  },
} as const satisfies Readonly<
  Record<Exclude<ServedProviderType, 'simulated'>, VendorApi | Unasked> &
    Partial<Record<ProviderTypeName, VendorApi | Unasked>>
>;

function withoutEnd(base: URL, end: RegExp): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '').replace(end, '');
  return url;
}

const ROWS: Readonly<Partial<Record<string, VendorApi | Unasked>>> = APIS;

/** How providers of a type are asked for their models. */
export const vendorApi = (type: string): VendorApi | Unasked =>
  ROWS[type] ?? { unasked: `Providers of type ${type} cannot be asked in this version.` };

export const listUrl = ({ listAt = below('models') }: VendorApi, base: string, spec: Spec): URL =>
  listAt(new URL(base), spec);

export const readerOf = ({ readModels = readOpenAiModels }: VendorApi): ReadModels => readModels;
