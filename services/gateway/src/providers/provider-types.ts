import type { Clock } from '@aicp/common/time/clock';
import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { PoolTo } from './http1/wire-call.ts';
import type { EndpointOptions } from './http1/endpoint.ts';
import { CohereClient } from './cohere/cohere-client.ts';
import { bedrockClient } from './bedrock/bedrock-provider.ts';
import type { CloudParts } from './tokens/cloud-identity.ts';
import type { ProviderClient } from './upstream/provider-client.ts';
import { secretsIn } from './upstream/secrets-in.ts';
import { AnthropicClient } from './anthropic/anthropic-client.ts';
import { GeminiClient } from './gemini/gemini-client.ts';
import { AzureClient } from './azure/azure-client.ts';
import { readEntraSecret } from './azure/entra-secret.ts';
import { entraTokens, type TokenSource } from './azure/entra-token.ts';
import { workloadTokens } from './azure/workload-identity.ts';
import { CompatibleClient } from './compatible/compatible-client.ts';
import type { Dialect } from './compatible/dialect.ts';
import * as dialects from './compatible/dialects.ts';
import { OPENAI_SPEAKS, OpenAiClient } from './openai/openai-client.ts';
import { vertexClientOf } from './vertex/vertex-type.ts';
import { SimulatedClient } from './simulated/simulated-client.ts';
import { DEFAULT_SIMULATION } from './simulated/simulation.ts';

/** A type of provider: one way to send requests to somebody who answers them. */
export interface ProviderType {
  /** Makes the client of one provider. Throws a TypeError where a setting cannot be used. */
  readonly clientOf: (provider: ProviderFragment, parts: ClientParts) => ProviderClient;
}

/** What clients are made with. */
export interface ClientParts {
  /** The provider's credential. */
  readonly apiKey: string | undefined;
  /** Connections to an address. Where the provider belongs to an organization, it may be no other than tenants may use. */
  readonly poolTo: PoolTo;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
  /** Tokens of clouds, for providers that have no API key. */
  readonly cloud: CloudParts;
  /** Host of Google Cloud's metadata server. */
  readonly metadataHost: string;
}

/** Speaks OpenAI's API, Responses too. */
const openAi: ProviderType = {
  clientOf: (provider, parts) => new OpenAiClient(endpointOf(provider, parts), OPENAI_SPEAKS),
};

/** Speaks an API like OpenAI's. */
const openAiCompatible: ProviderType = {
  clientOf: (provider, parts) => new OpenAiClient(endpointOf(provider, parts)),
};

/** Speaks Anthropic's API. */
const anthropic: ProviderType = {
  clientOf: (provider, parts) =>
    new AnthropicClient(endpointOf(provider, parts), provider.apiVersion),
};

/** Speaks Google's Gemini API. */
const gemini: ProviderType = {
  clientOf: (provider, parts) => new GeminiClient(endpointOf(provider, parts)),
};

/** Speaks Cohere's API. */
const cohere: ProviderType = {
  clientOf: (provider, parts) => new CohereClient(endpointOf(provider, parts)),
};

/** Amazon Bedrock. */
const bedrock: ProviderType = { clientOf: bedrockClient };

/** Speaks OpenAI's API as a vendor has it. */
const compatible = (dialect: Dialect): ProviderType => ({
  clientOf: (provider, parts) => new CompatibleClient(endpointOf(provider, parts), dialect),
});

/** Speaks OpenAI's API as Azure serves it. */
const azure: ProviderType = {
  clientOf(provider, parts) {
    const { apiKey, clock } = parts;
    const tokens = azureTokens(provider, parts);
    const endpoint = endpointOf(provider, { ...parts, apiKey: tokens ? undefined : apiKey });
    const { apiVersion } = provider;
    return new AzureClient({ ...endpoint, secrets: secretsIn(apiKey), apiVersion, tokens, clock });
  },
};

/** Tokens of an application that the Secret holds, or of who the gateway is; undefined where an API key is sent, or nothing. */
function azureTokens(
  { organization, credential }: ProviderFragment,
  { apiKey, poolTo, clock, cloud }: ClientParts,
): TokenSource | undefined {
  if (apiKey !== undefined) {
    const application = readEntraSecret(apiKey);
    if (!application) return undefined;
    const pool = poolTo(new URL(application.authorityHost).origin, 'tokens');
    return entraTokens({ application, pool, clock });
  }
  const identity = cloud.identity.azure;
  // The identity of the gateway itself is the platform's.
  if (!identity || organization !== undefined || credential !== 'none') return undefined;
  return workloadTokens({ ...cloud, identity, clock });
}

/** Makes its answers itself. */
const simulated: ProviderType = {
  clientOf({ simulation = DEFAULT_SIMULATION }, { clock, random }) {
    return new SimulatedClient({ simulation, clock, random });
  },
};

/** Where a provider is that is spoken to over HTTP. */
function endpointOf(
  { type, baseUrl, headers }: ProviderFragment,
  { apiKey, poolTo }: ClientParts,
): EndpointOptions {
  if (baseUrl === undefined) throw new TypeError(`a provider of type ${type} needs baseUrl`);
  const address = new URL(baseUrl);
  return { pool: poolTo(address.origin), baseUrl: address, apiKey, headers };
}

export type ProviderTypes = Readonly<Record<ProviderFragment['type'], ProviderType>>;

/** Every type of provider that the gateway can send requests to. */
export const PROVIDER_TYPES: ProviderTypes = {
  openai: openAi,
  anthropic,
  azure_openai: azure,
  mistral: compatible(dialects.MISTRAL),
  groq: compatible(dialects.GROQ),
  deepseek: compatible(dialects.DEEPSEEK),
  xai: compatible(dialects.XAI),
  together: compatible(dialects.TOGETHER),
  fireworks: compatible(dialects.FIREWORKS),
  openrouter: compatible(dialects.OPENROUTER),
  perplexity: compatible(dialects.PERPLEXITY),
  ollama: compatible(dialects.OLLAMA),
  vllm: compatible(dialects.VLLM),
  bedrock,
  gemini,
  cohere,
  openai_compatible: openAiCompatible,
  vertex: { clientOf: vertexClientOf },
  simulated,
};
