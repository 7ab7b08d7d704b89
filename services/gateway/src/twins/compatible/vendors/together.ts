import { z } from 'zod';
import { only, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { EMBEDDING_MEMBERS, embeddingsReply } from '../plain/embeddings.ts';
import { plainRoute } from '../plain/plain-route.ts';
import { plainUsage, wantsEffort, asReasoning, COMMON } from './common.ts';

/** docs.together.ai, "Create an embedding": it takes neither `user` nor `dimensions`. */
const { model, input, encoding_format } = EMBEDDING_MEMBERS;
const embeddings = plainRoute(
  '/embeddings',
  z.strictObject({ model, input, encoding_format }),
  embeddingsReply,
);

/** docs.together.ai, "Create chat completion". */
export const together: ChatVendor = {
  ...COMMON,
  request: z.looseObject({
    ...only('model', 'stream', 'max_tokens', 'temperature', 'top_p', 'stop', 'seed', 'n'),
    ...only('frequency_penalty', 'presence_penalty', 'logit_bias', 'tools', 'tool_choice'),
    ...only('response_format', 'reasoning_effort'),
    messages: turns({ assistant: { reasoning: z.string().nullish() } }),
    logprobs: z.number().int().min(0).max(20).nullish(),
    top_k: z.number().int().optional(),
    min_p: z.number().optional(),
    repetition_penalty: z.number().optional(),
  }),
  thinks: wantsEffort,
  reasoning: asReasoning,
  usage: (usage) => ({ ...plainUsage(usage), cached_tokens: usage.cachedInput }),
  usageIn: 'last',
  beside: [embeddings],
};
