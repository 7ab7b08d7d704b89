import type { ProviderTypeName } from '@aicp/crds/kit/provider-types';

/** How a vendor of LiteLLM's is asked here. */
export interface Vendor {
  readonly type: ProviderTypeName;
  /** Where it is, where the type has no address of its own. */
  readonly baseUrl?: string;
  /** The variable that LiteLLM takes the key from, where a deployment names none. */
  readonly variable?: string;
  /** What is put behind an address that LiteLLM wants without it. */
  readonly suffix?: string;
  /** Where it is asked, unless a deployment says it: Bedrock's region may stand before a model. */
  readonly region?: string;
  /** LiteLLM's address is another than the one that we want, so it is not taken. */
  readonly ignoresAddress?: true;
}

const compatible = (variable: string, baseUrl?: string): Vendor => ({
  type: 'openai_compatible',
  variable,
  ...(baseUrl === undefined ? {} : { baseUrl }),
});

const openai: Vendor = { type: 'openai', variable: 'OPENAI_API_KEY' };
const azure: Vendor = { type: 'azure_openai', variable: 'AZURE_API_KEY' };
const bedrock: Vendor = { type: 'bedrock' };
const vertex: Vendor = { type: 'vertex', ignoresAddress: true };
const cohere: Vendor = { type: 'cohere', variable: 'COHERE_API_KEY', ignoresAddress: true };
const ollama: Vendor = { type: 'ollama', baseUrl: 'http://localhost:11434/v1', suffix: '/v1' };
const vllm: Vendor = { type: 'vllm' };

/** What stands before the `/` of a model, as LiteLLM names vendors. */
const VENDORS: ReadonlyMap<string, Vendor> = new Map<string, Vendor>([
  ['openai', openai],
  ['text-completion-openai', openai],
  ['anthropic', { type: 'anthropic', variable: 'ANTHROPIC_API_KEY', suffix: '/v1' }],
  ['azure', azure],
  ['azure_text', azure],
  ['azure_ai', compatible('AZURE_AI_API_KEY')],
  ['bedrock', bedrock],
  ['bedrock_converse', bedrock],
  ['gemini', { type: 'gemini', variable: 'GEMINI_API_KEY', ignoresAddress: true }],
  ['vertex_ai', vertex],
  ['vertex_ai_beta', vertex],
  ['mistral', { type: 'mistral', variable: 'MISTRAL_API_KEY' }],
  ['groq', { type: 'groq', variable: 'GROQ_API_KEY' }],
  ['deepseek', { type: 'deepseek', variable: 'DEEPSEEK_API_KEY' }],
  ['xai', { type: 'xai', variable: 'XAI_API_KEY' }],
  ['together_ai', { type: 'together', variable: 'TOGETHERAI_API_KEY' }],
  ['fireworks_ai', { type: 'fireworks', variable: 'FIREWORKS_AI_API_KEY' }],
  ['openrouter', { type: 'openrouter', variable: 'OPENROUTER_API_KEY' }],
  ['perplexity', { type: 'perplexity', variable: 'PERPLEXITYAI_API_KEY' }],
  ['cohere', cohere],
  ['cohere_chat', cohere],
  ['ollama', ollama],
  ['ollama_chat', ollama],
  ['hosted_vllm', vllm],
  ['vllm', vllm],
  ['litellm_proxy', compatible('LITELLM_PROXY_API_KEY')],
  ['openai_like', compatible('OPENAI_LIKE_API_KEY')],
  ['custom_openai', compatible('OPENAI_API_KEY')],
  ['lm_studio', compatible('LM_STUDIO_API_KEY')],
  ['cerebras', compatible('CEREBRAS_API_KEY', 'https://api.cerebras.ai/v1')],
  ['deepinfra', compatible('DEEPINFRA_API_KEY', 'https://api.deepinfra.com/v1/openai')],
  ['moonshot', compatible('MOONSHOT_API_KEY', 'https://api.moonshot.ai/v1')],
  ['nvidia_nim', compatible('NVIDIA_NIM_API_KEY', 'https://integrate.api.nvidia.com/v1')],
  ['sambanova', compatible('SAMBANOVA_API_KEY', 'https://api.sambanova.ai/v1')],
]);

/** What LiteLLM takes for whose, where nothing stands before the name. */
const BY_NAME: readonly (readonly [pattern: RegExp, vendor: string])[] = [
  [/^(gpt-|o[1-9](-|$)|chatgpt-|text-embedding-|omni-moderation|ft:gpt-)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'vertex_ai'],
  [/^command-/, 'cohere'],
];

/** Whom a deployment asks, and for what. */
export interface Asked {
  readonly vendor: Vendor;
  readonly upstream: string;
}

/** Ways of Bedrock that LiteLLM names before a model; here there is one for all. */
const BEDROCK_WAY = /^(converse|invoke|converse_like)\//;
/** Types of tasks that LiteLLM names before a model of Azure, which are the deployment's name else. */
const OLDER_AZURE = /^(o_series|gpt5_series|responses)\//;

/** A region that stands before a model of Bedrock, and for how long its capacity is bought. */
const BEDROCK_REGION =
  /^(?<region>[a-z]{2}(?:-[a-z]+)+-[0-9])\/(?:[0-9]+-month-commitment\/)?(?<rest>.+)$/;

/** Reads LiteLLM's `vendor/model`. `named` is its `custom_llm_provider`, which wins. Undefined where it is nobody whom gateways can ask. */
export function askedBy(model: string, named?: string): Asked | undefined {
  const asked = writtenBy(model, named);
  const { region, rest } = BEDROCK_REGION.exec(asked?.upstream ?? '')?.groups ?? {};
  if (asked?.vendor.type !== 'bedrock' || region === undefined || rest === undefined) return asked;
  const vendor = { ...asked.vendor, region };
  return { vendor, upstream: upstreamOf(vendor, rest) };
}

function writtenBy(model: string, named?: string): Asked | undefined {
  if (named !== undefined) return askedAt(named, withoutPrefix(model, named));
  const at = model.indexOf('/');
  const ofPrefix = at < 0 ? undefined : askedAt(model.slice(0, at), model.slice(at + 1));
  if (ofPrefix || at >= 0) return ofPrefix;
  const other = BY_NAME.find(([pattern]) => pattern.test(model))?.[1];
  return other === undefined ? undefined : askedAt(other, model);
}

const withoutPrefix = (model: string, vendor: string): string =>
  model.startsWith(`${vendor}/`) ? model.slice(vendor.length + 1) : model;

function askedAt(name: string, model: string): Asked | undefined {
  const vendor = VENDORS.get(name);
  return vendor && { vendor, upstream: upstreamOf(vendor, model) };
}

function upstreamOf({ type }: Vendor, model: string): string {
  if (type === 'bedrock') return model.replace(BEDROCK_WAY, '');
  return type === 'azure_openai' ? model.replace(OLDER_AZURE, '') : model;
}
