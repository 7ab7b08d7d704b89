import { SERVED_PROVIDER_TYPES } from '@aicp/crds/kit/provider-types';
import { z } from 'zod';
import { schedule } from '../../prices/price-list.ts';
import { defineSection, organization, source } from './kit/section.ts';

/** The share is a number here: the decimal string of the spec was checked by the operator. */
export const simulation = z.object({
  latencyMs: z.number(),
  firstTokenMs: z.number(),
  tokensPerSecond: z.number(),
  outputTokens: z.number(),
  errorRate: z.number(),
  errorStatus: z.number(),
  abortRate: z.number(),
  seed: z.number(),
});
export type Simulation = z.output<typeof simulation>;

/** Milliseconds; what is absent is not said. */
export const timeouts = z.object({
  connectMs: z.number().optional(),
  firstByteMs: z.number().optional(),
  idleMs: z.number().optional(),
  totalMs: z.number().optional(),
});
export type TimeoutsFragment = z.output<typeof timeouts>;

export const providerFragment = z.object({
  source,
  /** metadata.name of the Provider. */
  id: z.string(),
  type: z.enum(SERVED_PROVIDER_TYPES),
  organization,
  /** Without a trailing slash; absent for a simulation. */
  baseUrl: z.string().optional(),
  /** `missing`: references that all resolve to nothing, so that no request can be sent. */
  credential: z.enum(['none', 'set', 'missing']),
  /** Those that it is asked with, by their shares, where there are several; absent: one at most, called `default`. */
  credentials: z.array(z.object({ name: z.string(), weight: z.number() })).optional(),
  timeoutMs: z.number(),
  timeouts: timeouts.optional(),
  maxRetries: z.number(),
  /** Attempts at a time; absent: without a limit. */
  concurrentLimit: z.number().optional(),
  /** Milliseconds without a first byte after which another is asked as well; absent: never. */
  hedgeAfterMs: z.number().optional(),
  headers: z.record(z.string(), z.string()),
  /** Where in the vendor's cloud it is, and who pays there; absent: not said. */
  region: z.string().optional(),
  project: z.string().optional(),
  /** Of the vendor's API; absent: the newest that this version knows. */
  apiVersion: z.string().optional(),
  /** Of the platform's providers: the forward proxy by which it is reached; absent: that of the process, where there is one. */
  proxyUrl: z.string().optional(),
  /** The name that its certificate has to be for; absent: the host of its address. */
  tlsServerName: z.string().optional(),
  /** Whether HTTP/2 is offered to it; absent: it is not. */
  http2: z.boolean().optional(),
  isActive: z.boolean(),
  simulation: simulation.optional(),
});
export type ProviderFragment = z.output<typeof providerFragment>;

export const providers = defineSection({
  name: 'providers',
  item: providerFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
});

export const credentialFragment = z.object({
  source,
  provider: z.string(),
  /** Absent: `default`. */
  name: z.string().optional(),
  apiKey: z.string(),
});
export type CredentialFragment = z.output<typeof credentialFragment>;

/** The secrets of providers, for the gateway alone. */
export const credentials = defineSection({
  name: 'credentials',
  item: credentialFragment,
  readers: ['gateway'],
  isNeverPinned: true,
});

export const providerSecretsFragment = z.object({
  source,
  provider: z.string(),
  /** `name:password` of its proxy. */
  proxyCredentials: z.string().optional(),
  /** PEM: the authorities that may have signed its certificate; absent: the public ones. */
  ca: z.string().optional(),
  /** PEM: what it is told who asks; absent: nothing. */
  clientCertificate: z.object({ certificate: z.string(), key: z.string() }).optional(),
});
export type ProviderSecretsFragment = z.output<typeof providerSecretsFragment>;

/** What gateways hold for the connections to a provider, beside its API keys. */
export const providerSecrets = defineSection({
  name: 'provider_secrets',
  item: providerSecretsFragment,
  readers: ['gateway'],
  isNeverPinned: true,
});

export const modelFragment = z.object({
  source,
  /** What clients send as `model`. */
  id: z.string(),
  /** metadata.name of the Model. */
  name: z.string(),
  organization,
  aliases: z.array(z.string()),
  /**
   * Id of the platform's model whose upstream, credential and prices an organization's model uses. What policies and lists above the
   * organization say of that model holds for this one too.
   */
  inherits: z.string().optional(),
  provider: z.string(),
  upstreamModel: z.string(),
  mode: z.string(),
  /** What becomes of a request of which the provider cannot be told all; absent: what it cannot be told is left out. */
  lossy: z.literal('reject').optional(),
  tier: z.string().optional(),
  weight: z.number(),
  /** Model ids or group ids; what does not exist is left out. */
  fallbacks: z.array(z.string()),
  /** The same, for requests that are longer than it takes; absent: none. */
  contextWindowFallbacks: z.array(z.string()).optional(),
  /** The same, for requests that its provider refuses for what they say; absent: none. */
  contentPolicyFallbacks: z.array(z.string()).optional(),
  /** Instead of its provider's. */
  timeouts: timeouts.optional(),
  /** Unix seconds. */
  created: z.number(),
  ...schedule.shape,
  /** Tokens that one request can have at most, as far as the Model says: counts beyond are not believed. */
  limits: z
    .object({ contextWindow: z.number().optional(), maxOutputTokens: z.number().optional() })
    .optional(),
});
export type ModelFragment = z.output<typeof modelFragment>;

export const models = defineSection({
  name: 'models',
  item: modelFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
});

export const deprecationFragment = z.object({
  source,
  /** metadata.name of the ModelDeprecation. */
  id: z.string(),
  organization,
  /** Id of the model, or alias of the group, that goes. */
  model: z.string(),
  /** Id of the model, or alias of the group, to use instead; absent where none is named, or it does not exist. */
  replacement: z.string().optional(),
  /** RFC 3339; the first moment at which its use is discouraged. */
  deprecatedAt: z.string(),
  /** RFC 3339; the first moment at which it is not served any more. */
  sunsetAt: z.string().optional(),
  message: z.string().optional(),
  /** After the sunset, requests go to the replacement. */
  autoReroute: z.boolean(),
});
export type DeprecationFragment = z.output<typeof deprecationFragment>;

export const deprecations = defineSection({
  name: 'deprecations',
  item: deprecationFragment,
  readers: ['gateway', 'admin', 'cost'],
  guards: () => true,
});
