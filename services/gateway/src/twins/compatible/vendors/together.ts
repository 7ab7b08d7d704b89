import { z } from 'zod';
import { only, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { EMBEDDING_MEMBERS, embeddingsReply, TEXT_INPUT } from '../plain/embeddings.ts';
import { plainRoute } from '../plain/plain-route.ts';
import { plainUsage, wantsEffort, asReasoning, COMMON } from './common.ts';

/** docs.together.ai, "Create embedding": it takes texts, gives numbers alone, and counts no tokens. */
const embeddings = plainRoute(
  '/embeddings',
  z.looseObject({ model: EMBEDDING_MEMBERS.model, input: TEXT_INPUT }),
  ({ model, input }) => embeddingsReply({ model, input }, { isCounted: false }),
);

/** docs.together.ai, "Create chat completion". */
export const together: ChatVendor = {
  ...COMMON,
  models: ['meta-llama/Llama-3.3-70B-Instruct-Turbo'],
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
