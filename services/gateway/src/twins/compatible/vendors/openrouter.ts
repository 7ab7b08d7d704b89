import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import { MEMBERS, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { LOOSE_EMBEDDINGS } from '../plain/embeddings.ts';
import { openAiUsage, wantsEffort, COMMON } from './common.ts';

/** openrouter.ai/docs, "API Reference", "Reasoning Tokens" and "Submit an embedding request": members that it does not know are passed over. */
export const openrouter: ChatVendor = {
  ...COMMON,
  models: ['openai/gpt-5-mini'],
  base: '/api/v1',
  request: z.looseObject({
    ...MEMBERS,
    messages: turns({
      developer: true,
      assistant: {
        reasoning: z.string().nullish(),
        reasoning_details: z.array(z.looseObject({ type: z.string() })).nullish(),
      },
    }),
    provider: z
      .strictObject({ order: z.array(z.string()).optional() })
      .catchall(z.unknown())
      .optional(),
    reasoning: z.looseObject({}).optional(),
    models: z.array(z.string()).optional(),
    transforms: z.array(z.string()).optional(),
  }),
  thinks: (asked) => wantsEffort(asked) || (asked['reasoning'] ?? null) !== null,
  reasoning: ({ text, signature }) => ({
    reasoning: text,
    reasoning_details: [
      { type: 'reasoning.text', text, signature, format: 'anthropic-claude-v1', index: 0 },
    ],
  }),
  refusal: ({ status, message }) =>
    jsonReply({ error: { code: status, message }, user_id: 'user_twin' }, status),
  usage: (usage) => ({ ...openAiUsage(usage), cost: 0.00014, is_byok: false }),
  usageIn: 'asked',
  more: () => ({ provider: 'Twin' }),
  beside: [LOOSE_EMBEDDINGS],
};
