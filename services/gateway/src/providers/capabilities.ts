import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';

/** Whether requests of some sort are served: `models`: by those models that can. */
type Can = 'yes' | 'no' | 'models';

/** What a type of provider can, as far as its API goes. What it speaks, its client says. */
export interface Capabilities {
  /** As people call the vendor. */
  readonly name: string;
  readonly tools: Can;
  readonly images: Can;
  /** Answers that fit a JSON Schema. */
  readonly schema: Can;
  /** What the model thought before it answered. */
  readonly reasoning: Can;
}

type Row = Omit<Capabilities, 'name'>;

/** Of models that differ, by an API that lacks nothing. */
const BY_MODEL: Row = { tools: 'models', images: 'models', schema: 'models', reasoning: 'models' };
const OF_ALL: Row = { ...BY_MODEL, tools: 'yes', schema: 'yes' };

/** Types that are about to be served. */
type Later = 'anthropic' | 'bedrock' | 'vertex' | 'cohere';
type Rows = Readonly<
  Record<ProviderFragment['type'], Capabilities> & Partial<Record<Later, Capabilities>>
>;

/** What each type of provider can; the table in docs/providers is made of it. */
export const CAPABILITIES: Rows = {
  openai: { name: 'OpenAI', ...OF_ALL },
  anthropic: { name: 'Anthropic', ...OF_ALL, images: 'yes' },
  azure_openai: { name: 'Azure OpenAI', ...OF_ALL },
  bedrock: { name: 'Amazon Bedrock', ...BY_MODEL },
  gemini: { name: 'Gemini', ...OF_ALL, images: 'yes' },
  vertex: { name: 'Vertex AI', ...OF_ALL, images: 'yes' },
  mistral: { name: 'Mistral', ...OF_ALL },
  groq: { name: 'Groq', ...BY_MODEL },
  deepseek: { name: 'DeepSeek', ...OF_ALL, images: 'no', schema: 'no' },
  xai: { name: 'xAI', ...OF_ALL },
  together: { name: 'Together AI', ...BY_MODEL },
  fireworks: { name: 'Fireworks AI', ...BY_MODEL, schema: 'yes' },
  openrouter: { name: 'OpenRouter', ...BY_MODEL },
  perplexity: { name: 'Perplexity', ...OF_ALL, tools: 'no', images: 'yes' },
  cohere: { name: 'Cohere', ...OF_ALL },
  ollama: { name: 'Ollama', ...BY_MODEL, schema: 'yes' },
  vllm: { name: 'vLLM', ...BY_MODEL, schema: 'yes' },
  openai_compatible: { name: 'anything that speaks OpenAI’s API', ...BY_MODEL },
  simulated: { name: 'a simulation', tools: 'yes', images: 'no', schema: 'yes', reasoning: 'no' },
};
