/** What is to be known of a type of provider. */
interface ProviderType {
  /** Whether this version sends requests to providers of the type. */
  readonly isServed: boolean;
  /** Where its API is, unless the object says otherwise. */
  readonly baseUrl?: string;
  /** Fields without which an object of the type says too little. */
  readonly needs?: readonly 'baseUrl'[];
}

/**
 * Every type of provider. Of one that is served, the type checker asks for a client in the gateway's providers/provider-types.ts, and for
 * a row in the admin service's kinds/provider/vendors/vendor-apis.ts.
 */
const TYPES = {
  openai: { isServed: true, baseUrl: 'https://api.openai.com/v1' },
  anthropic: { isServed: true, baseUrl: 'https://api.anthropic.com/v1' },
  azure_openai: { isServed: true, needs: ['baseUrl'] },
  bedrock: { isServed: true },
  gemini: { isServed: true, baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  vertex: { isServed: true },
  mistral: { isServed: true, baseUrl: 'https://api.mistral.ai/v1' },
  groq: { isServed: true, baseUrl: 'https://api.groq.com/openai/v1' },
  deepseek: { isServed: true, baseUrl: 'https://api.deepseek.com/v1' },
  xai: { isServed: true, baseUrl: 'https://api.x.ai/v1' },
  together: { isServed: true, baseUrl: 'https://api.together.xyz/v1' },
  fireworks: { isServed: true, baseUrl: 'https://api.fireworks.ai/inference/v1' },
  openrouter: { isServed: true, baseUrl: 'https://openrouter.ai/api/v1' },
  perplexity: { isServed: true, baseUrl: 'https://api.perplexity.ai' },
  cohere: { isServed: true, baseUrl: 'https://api.cohere.com' },
  ollama: { isServed: true, needs: ['baseUrl'] },
  vllm: { isServed: true, needs: ['baseUrl'] },
  openai_compatible: { isServed: true, needs: ['baseUrl'] },
  simulated: { isServed: true },
} as const satisfies Readonly<Record<string, ProviderType>>;

export type ProviderTypeName = keyof typeof TYPES;
/** The types that the gateway speaks to. */
export type ServedProviderType = {
  [Name in ProviderTypeName]: (typeof TYPES)[Name]['isServed'] extends true ? Name : never;
}[ProviderTypeName];

export const providerType = (name: ProviderTypeName): ProviderType => TYPES[name];

export const isServedType = (name: ProviderTypeName): name is ServedProviderType =>
  TYPES[name].isServed;

export const PROVIDER_TYPES = Object.keys(TYPES) as readonly ProviderTypeName[];
export const SERVED_PROVIDER_TYPES = PROVIDER_TYPES.filter(isServedType);
/** The types whose objects have to have an address. */
export const NEED_BASE_URL = PROVIDER_TYPES.filter((name) =>
  providerType(name).needs?.includes('baseUrl'),
);
