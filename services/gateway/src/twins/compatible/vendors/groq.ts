import { z } from 'zod';
import { allBut, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { plainUsage, wantsEffort, asReasoning, COMMON } from './common.ts';

/** console.groq.com/docs/openai, "Currently Unsupported OpenAI Features", and "Reasoning". */
export const groq: ChatVendor = {
  ...COMMON,
  models: ['llama-3.3-70b-versatile'],
  base: '/openai/v1',
  request: z.strictObject({
    ...allBut('logit_bias', 'logprobs', 'top_logprobs', 'n'),
    messages: turns({
      developer: true,
      name: false,
      refusal: false,
      assistant: { reasoning: z.string().nullish() },
    }),
    n: z.literal(1).nullish(),
    reasoning_format: z.enum(['hidden', 'raw', 'parsed']).nullish(),
    include_reasoning: z.boolean().nullish(),
    search_settings: z.looseObject({}).nullish(),
  }),
  thinks: wantsEffort,
  reasoning: asReasoning,
  usage: (usage) => ({
    ...{ queue_time: 0.01, prompt_time: 0.01, completion_time: 0.1, total_time: 0.11 },
    ...plainUsage(usage),
    ...(usage.cachedInput === 0
      ? {}
      : { prompt_tokens_details: { cached_tokens: usage.cachedInput } }),
  }),
  usageIn: 'x_groq',
};
