import { z } from 'zod';
import { only, PLAIN_FORM, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { plainUsage, COMMON } from './common.ts';

/** api-docs.deepseek.com, "Create Chat Completion" and "Thinking Mode". */
export const deepseek: ChatVendor = {
  ...COMMON,
  models: ['deepseek-chat', 'deepseek-reasoner'],
  request: z.looseObject({
    ...only('model', 'stream', 'stream_options', 'max_tokens', 'temperature', 'top_p', 'stop'),
    ...only('frequency_penalty', 'presence_penalty', 'tools', 'tool_choice', 'reasoning_effort'),
    messages: turns({
      assistant: { reasoning_content: z.string().nullish(), prefix: z.boolean().optional() },
    }),
    response_format: PLAIN_FORM.nullish(),
    thinking: z.strictObject({ type: z.enum(['enabled', 'disabled']) }).nullish(),
  }),
  order(messages) {
    const lost = messages.some(
      (message) =>
        message.role === 'assistant' &&
        (message.tool_calls ?? []).length > 0 &&
        messages.some((other) => typeof other['reasoning_content'] === 'string') &&
        typeof message['reasoning_content'] !== 'string',
    );
    return lost
      ? 'The reasoning_content in the thinking mode must be passed back to the API.'
      : undefined;
  },
  mistake: ({ model, ...asked }) =>
    model === 'deepseek-reasoner' && (asked['logprobs'] ?? asked['top_logprobs'] ?? null) !== null
      ? 'deepseek-reasoner does not support logprobs'
      : undefined,
  thinks: ({ model, thinking }) => model === 'deepseek-reasoner' || isEnabled(thinking),
  usage: (usage) => ({
    ...plainUsage(usage),
    prompt_cache_hit_tokens: usage.cachedInput,
    prompt_cache_miss_tokens: usage.input + usage.cacheWrite,
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  }),
};

const isEnabled = (thinking: unknown): boolean =>
  typeof thinking === 'object' && thinking !== null && 'type' in thinking
    ? thinking.type === 'enabled'
    : false;
