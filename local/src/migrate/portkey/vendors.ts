import type { ProviderTypeName } from '@aicp/crds/kit/provider-types';

/** What Portkey calls vendors, and the variable in which keys of theirs usually stand. */
const VENDORS: ReadonlyMap<string, readonly [type: ProviderTypeName, variable: string]> = new Map([
  ['openai', ['openai', 'OPENAI_API_KEY']],
  ['anthropic', ['anthropic', 'ANTHROPIC_API_KEY']],
  ['azure-openai', ['azure_openai', 'AZURE_API_KEY']],
  ['azure', ['azure_openai', 'AZURE_API_KEY']],
  ['bedrock', ['bedrock', 'AWS_BEARER_TOKEN_BEDROCK']],
  ['google', ['gemini', 'GEMINI_API_KEY']],
  ['gemini', ['gemini', 'GEMINI_API_KEY']],
  ['vertex-ai', ['vertex', 'GOOGLE_APPLICATION_CREDENTIALS']],
  ['vertex', ['vertex', 'GOOGLE_APPLICATION_CREDENTIALS']],
  ['mistral-ai', ['mistral', 'MISTRAL_API_KEY']],
  ['mistral', ['mistral', 'MISTRAL_API_KEY']],
  ['groq', ['groq', 'GROQ_API_KEY']],
  ['deepseek', ['deepseek', 'DEEPSEEK_API_KEY']],
  ['x-ai', ['xai', 'XAI_API_KEY']],
  ['together-ai', ['together', 'TOGETHER_API_KEY']],
  ['fireworks-ai', ['fireworks', 'FIREWORKS_API_KEY']],
  ['openrouter', ['openrouter', 'OPENROUTER_API_KEY']],
  ['perplexity-ai', ['perplexity', 'PERPLEXITY_API_KEY']],
  ['cohere', ['cohere', 'COHERE_API_KEY']],
  ['ollama', ['ollama', 'OLLAMA_API_KEY']],
] as const);

/** Whom a target asks. */
export interface PortkeyVendor {
  readonly type: ProviderTypeName;
  readonly variable: string;
}

/** The vendor of a name of Portkey's, or of a slug that begins with one, as slugs usually do. */
export function vendorOf(name: string): PortkeyVendor | undefined {
  const plain = name.replace(/^@/, '');
  const known = VENDORS.get(plain) ?? VENDORS.get(prefixOf(plain));
  return known && { type: known[0], variable: known[1] };
}

const prefixOf = (slug: string): string =>
  [...VENDORS.keys()]
    .filter((name) => slug.startsWith(`${name}-`))
    .toSorted((a, b) => b.length - a.length)[0] ?? '';
