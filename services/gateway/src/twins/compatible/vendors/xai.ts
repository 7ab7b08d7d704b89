import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import { allBut, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { openAiUsage, COMMON } from './common.ts';

/** docs.x.ai, "Chat completions" and "Reasoning": reasoning is counted beside `completion_tokens`. */
export const xai: ChatVendor = {
  ...COMMON,
  models: ['grok-4'],
  request: z.strictObject({
    ...allBut('logit_bias', 'metadata'),
    messages: turns({ developer: true, assistant: { reasoning_content: z.string().nullish() } }),
    search_parameters: z.looseObject({}).nullish(),
    deferred: z.boolean().optional(),
  }),
  mistake({ model, ...asked }) {
    if (!/^grok-(?:4|3-mini|code)(?!.*non-reasoning)/.test(model)) return undefined;
    const names = ['presence_penalty', 'frequency_penalty', 'stop'];
    const wrong = names.find((name) => ((asked as Record<string, unknown>)[name] ?? null) !== null);
    return wrong === undefined ? undefined : `Argument not supported on this model: ${wrong}`;
  },
  refusal: ({ status, message }) =>
    jsonReply({ code: 'Client specified an invalid argument', error: message }, status),
  thinks: ({ model }) => /^grok-(?:4|3-mini)(?!.*non-reasoning)/.test(model),
  usage(usage) {
    const { prompt_tokens, total_tokens, ...details } = openAiUsage(usage);
    return {
      ...{ prompt_tokens, completion_tokens: usage.output, total_tokens, num_sources_used: 0 },
      prompt_tokens_details: { text_tokens: prompt_tokens, ...details.prompt_tokens_details },
      completion_tokens_details: details.completion_tokens_details,
    };
  },
};
