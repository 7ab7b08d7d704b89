import { z } from 'zod';
import { only, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { EMBEDDING_MEMBERS, embeddingsReply, TEXT_INPUT } from '../plain/embeddings.ts';
import { plainRoute } from '../plain/plain-route.ts';
import { plainUsage, wantsEffort, asReasoning, COMMON } from './common.ts';

/** docs.ollama.com/api/openai-compatibility, "/v1/embeddings": texts, and no ids of tokens. Servers before version 0.12.10 pass over `encoding_format`, as this one does. */
const embeddings = plainRoute(
  '/embeddings',
  z.looseObject({ ...EMBEDDING_MEMBERS, input: TEXT_INPUT }),
  (asked) => embeddingsReply({ ...asked, encoding_format: 'float' }),
);

/** docs.ollama.com/api/openai-compatibility, "Supported request fields": the others are passed over. */
export const ollama: ChatVendor = {
  ...COMMON,
  models: ['llama3.2'],
  needsKey: false,
  request: z.looseObject({
    ...only('model', 'stream', 'stream_options', 'max_tokens', 'temperature', 'top_p', 'stop'),
    ...only('seed', 'frequency_penalty', 'presence_penalty', 'tools', 'response_format'),
    ...only('reasoning_effort', 'logprobs', 'top_logprobs'),
    messages: turns({ assistant: { reasoning: z.string().nullish() } }),
  }),
  thinks: wantsEffort,
  reasoning: asReasoning,
  usage: plainUsage,
  beside: [embeddings],
};
