import { startTwin, type Twin, type TwinOptions } from './kit/start-twin.ts';
import { anthropicTwin } from './anthropic/anthropic-twin.ts';
import { cohereRoutes } from './cohere/cohere-twin.ts';
import { geminiRoutes } from './gemini/gemini-twin.ts';
import { EXAMPLE_KEYS, startBedrockTwin } from './bedrock/start-bedrock-twin.ts';
import { startChatTwin } from './compatible/start-chat-twin.ts';
import { AZURE_KEY, startAzureTwin } from './azure/start-azure-twin.ts';
import type { ChatVendor } from './compatible/chat-vendor.ts';
import { startOpenAiTwin } from './openai/openai-twin.ts';
import { startVertexTwin, VERTEX_BASE } from './vertex/start-vertex-twin.ts';
import { mistral } from './compatible/vendors/mistral.ts';
import { groq } from './compatible/vendors/groq.ts';
import { deepseek } from './compatible/vendors/deepseek.ts';
import { xai } from './compatible/vendors/xai.ts';
import { together } from './compatible/vendors/together.ts';
import { fireworks } from './compatible/vendors/fireworks.ts';
import { openrouter } from './compatible/vendors/openrouter.ts';
import { perplexity } from './compatible/vendors/perplexity.ts';
import { ollama } from './compatible/vendors/ollama.ts';
import { vllm } from './compatible/vendors/vllm.ts';

/** Where a twin listens. */
export type TwinPlace = Omit<TwinOptions, 'routes' | 'sockets'>;

/** A twin that has started. */
export interface VendorTwin extends Twin {
  /** What the Secret of its Provider has to hold, where the twin knows one credential alone; any key will do otherwise. */
  readonly credential?: string | undefined;
}

/** A vendor that can be simulated. */
export interface TwinVendor {
  /** What stands behind the address of its twin in the `baseUrl` of a Provider: `/v1`. */
  readonly base: string;
  start(where?: TwinPlace): Promise<VendorTwin>;
}

const chatTwin = (vendor: ChatVendor): TwinVendor => ({
  base: vendor.base,
  start: (where) => startChatTwin(vendor, where),
});

/** Starts a twin that knows this credential alone. */
const knowing =
  (start: (where?: TwinPlace) => Promise<Twin>, credential: string) =>
  async (where?: TwinPlace): Promise<VendorTwin> => ({ ...(await start(where)), credential });

const BEDROCK_CREDENTIAL = JSON.stringify({
  accessKeyId: EXAMPLE_KEYS.accessKeyId,
  secretAccessKey: EXAMPLE_KEYS.secretAccessKey,
});

/** Every vendor whose API `aicp simulate --vendor NAME` speaks, by the name of its type of provider. */
export const TWIN_VENDORS: Readonly<Record<string, TwinVendor>> = {
  openai: { base: '/v1', start: startOpenAiTwin },
  cohere: { base: '', start: (where) => startTwin({ ...where, routes: cohereRoutes() }) },
  bedrock: { base: '', start: knowing(startBedrockTwin, BEDROCK_CREDENTIAL) },
  mistral: chatTwin(mistral),
  groq: chatTwin(groq),
  deepseek: chatTwin(deepseek),
  xai: chatTwin(xai),
  together: chatTwin(together),
  fireworks: chatTwin(fireworks),
  openrouter: chatTwin(openrouter),
  perplexity: chatTwin(perplexity),
  ollama: chatTwin(ollama),
  vllm: chatTwin(vllm),
  anthropic: { base: '/v1', start: (where) => startTwin({ ...where, routes: anthropicTwin() }) },
  azure_openai: { base: '', start: knowing(startAzureTwin, AZURE_KEY) },
  gemini: { base: '/v1beta', start: (where) => startTwin({ ...where, routes: geminiRoutes() }) },
  vertex: { base: VERTEX_BASE, start: startVertexTwin },
};
