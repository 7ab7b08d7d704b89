import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import { only, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { plainUsage, COMMON } from './common.ts';

/** docs.perplexity.ai, "Chat Completions" and "OpenAI Compatibility". It has no tools. */
export const perplexity: ChatVendor = {
  ...COMMON,
  base: '',
  models: [],
  request: z.strictObject({
    ...only('model', 'stream', 'max_tokens', 'temperature', 'top_p', 'stop', 'response_format'),
    ...only('frequency_penalty', 'presence_penalty', 'reasoning_effort'),
    messages: turns({ name: false, refusal: false }),
    top_k: z.number().int().optional(),
    search_mode: z.enum(['web', 'academic', 'sec']).optional(),
    search_domain_filter: z.array(z.string()).optional(),
    search_recency_filter: z.string().optional(),
    return_images: z.boolean().optional(),
    return_related_questions: z.boolean().optional(),
    web_search_options: z.looseObject({}).optional(),
  }),
  order: (messages) => {
    const first = messages.findIndex(({ role }) => role !== 'system');
    const spoken = first === -1 ? [] : messages.slice(first);
    const isInTurns = spoken.every(
      ({ role }, at) => role !== 'system' && (role === 'assistant') === (at % 2 === 1),
    );
    return isInTurns && spoken.at(-1)?.role === 'user'
      ? undefined
      : 'After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).';
  },
  refusal: ({ status, message }) =>
    jsonReply({ error: { message, type: 'invalid_message', code: status } }, status),
  usage: (usage) => ({
    ...plainUsage(usage),
    search_context_size: 'low',
    cost: { input_tokens_cost: 0, output_tokens_cost: 0, request_cost: 0.005, total_cost: 0.005 },
  }),
  usageIn: 'every',
  more: () => ({
    citations: ['https://example.com/source'],
    search_results: [{ title: 'Source', url: 'https://example.com/source', date: null }],
  }),
};
