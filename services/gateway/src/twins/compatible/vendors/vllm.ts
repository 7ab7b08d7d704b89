import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import { MEMBERS, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { LOOSE_EMBEDDINGS } from '../plain/embeddings.ts';
import { plainUsage, asReasoning, COMMON } from './common.ts';

/** docs.vllm.ai, "OpenAI-Compatible Server", its "Embeddings API" and "Reasoning Outputs". */
export const vllm: ChatVendor = {
  ...COMMON,
  models: ['Qwen/Qwen3-8B'],
  needsKey: false,
  request: z.looseObject({
    ...MEMBERS,
    messages: turns({ developer: true, assistant: { reasoning: z.string().nullish() } }),
    top_k: z.number().int().optional(),
    repetition_penalty: z.number().optional(),
    structured_outputs: z.looseObject({}).optional(),
    guided_json: z.looseObject({}).optional(),
    chat_template_kwargs: z.looseObject({}).optional(),
  }),
  refusal: ({ status, message, param }) =>
    jsonReply(
      { error: { message, type: 'BadRequestError', param: param ?? null, code: status } },
      status,
    ),
  thinks: ({ chat_template_kwargs }) => isThinking(chat_template_kwargs),
  reasoning: asReasoning,
  usage: (usage) => ({ ...plainUsage(usage), prompt_tokens_details: null }),
  beside: [LOOSE_EMBEDDINGS],
};

const isThinking = (settings: unknown): boolean =>
  typeof settings === 'object' && settings !== null && 'enable_thinking' in settings
    ? settings.enable_thinking === true
    : false;
