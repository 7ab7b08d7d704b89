import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import { MEMBERS, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { EMBEDDING_MEMBERS, embeddingsReply, TEXT_INPUT } from '../plain/embeddings.ts';
import { plainRoute } from '../plain/plain-route.ts';
import { typeOf, wantsEffort, COMMON } from './common.ts';

/**
 * docs.fireworks.ai, "Create embeddings": what is not in its schema is refused. `encoding_format` is not there either, and is taken, since OpenAI's libraries send it
 * unasked; vectors are numbers whatever it says.
 */
const embeddings = plainRoute(
  '/embeddings',
  z.strictObject({
    model: EMBEDDING_MEMBERS.model,
    input: TEXT_INPUT,
    dimensions: EMBEDDING_MEMBERS.dimensions,
    encoding_format: EMBEDDING_MEMBERS.encoding_format,
    prompt_template: z.string().optional(),
    return_logits: z.array(z.int()).optional(),
    normalize: z.boolean().optional(),
  }),
  ({ model, input, dimensions }) => embeddingsReply({ model, input, dimensions }),
);

/** docs.fireworks.ai, "Create Chat Completion": what is not in its schema is refused. */
export const fireworks: ChatVendor = {
  ...COMMON,
  models: ['accounts/fireworks/models/llama-v3p3-70b-instruct'],
  base: '/inference/v1',
  request: z.strictObject({
    ...MEMBERS,
    messages: turns({ refusal: false, assistant: { reasoning_content: z.string().nullish() } }),
    top_k: z.number().int().optional(),
    min_p: z.number().optional(),
    repetition_penalty: z.number().optional(),
    ignore_eos: z.boolean().optional(),
    context_length_exceeded_behavior: z.enum(['truncate', 'error']).optional(),
    prompt_truncate_len: z.number().int().optional(),
  }),
  thinks: wantsEffort,
  refusal: ({ status, message, param }) =>
    jsonReply(
      {
        error: {
          ...{ object: 'error', type: typeOf(status), code: typeOf(status) },
          message:
            param === undefined ? message : `Extra inputs are not permitted, field: '${param}'`,
        },
      },
      status,
    ),
  usageIn: 'last',
  beside: [embeddings],
};
