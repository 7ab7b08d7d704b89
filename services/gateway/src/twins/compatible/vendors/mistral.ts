import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import { textOf, type ChatTurn } from '../chat-ask.ts';
import { choice, only, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { embeddingsReply, MOST_DIMENSIONS, TEXT_INPUT } from '../plain/embeddings.ts';
import { judged } from '../plain/moderations.ts';
import { plainRoute } from '../plain/plain-route.ts';
import { plainUsage, typeOf, wantsEffort, COMMON } from './common.ts';

const idsOf = ({ tool_call_id, tool_calls }: ChatTurn): string[] => [
  ...(tool_call_id === undefined ? [] : [tool_call_id]),
  ...(tool_calls ?? []).map(({ id }) => id),
];

/** docs.mistral.ai, "Embeddings API". */
const embeddings = plainRoute(
  '/embeddings',
  z.strictObject({
    model: z.string().min(1),
    input: TEXT_INPUT,
    output_dimension: z.int().min(1).max(MOST_DIMENSIONS).nullish(),
    output_dtype: z.literal('float').optional(),
    encoding_format: z.enum(['float', 'base64']).optional(),
    metadata: z.looseObject({}).nullish(),
  }),
  (asked) =>
    asked.output_dimension && asked.model === 'mistral-embed'
      ? { status: 400, message: 'This model does not support output_dimension.' }
      : embeddingsReply({ ...asked, dimensions: asked.output_dimension }),
);

const CATEGORIES = [
  ...['sexual', 'hate_and_discrimination', 'violence_and_threats', 'selfharm', 'health'],
  ...['dangerous_and_criminal_content', 'financial', 'law', 'pii'],
];

/** docs.mistral.ai, "Moderation". It says of each category alone what it is. */
const moderations = plainRoute(
  '/moderations',
  z.strictObject({
    model: z.string().min(1),
    input: z.union([z.string(), z.array(z.string()).min(1)]),
    metadata: z.looseObject({}).nullish(),
  }),
  ({ model, input }) => {
    const results = [input].flat().map((text) => {
      const found = CATEGORIES.filter((name) => text.includes(name));
      return judged(CATEGORIES, new Set(found));
    });
    return jsonReply({ id: 'moderation-twin', model, results });
  },
);

/** docs.mistral.ai, "Chat Completion API" and "Reasoning". What is not in its schema is refused with 422. */
export const mistral: ChatVendor = {
  ...COMMON,
  models: ['mistral-large-latest', 'mistral-embed'],
  request: z.strictObject({
    ...only('model', 'stream', 'max_tokens', 'temperature', 'top_p', 'stop', 'n', 'metadata'),
    ...only('frequency_penalty', 'presence_penalty', 'tools', 'parallel_tool_calls'),
    ...only('response_format', 'reasoning_effort'),
    messages: turns({ name: false, refusal: false, assistant: { prefix: z.boolean().optional() } }),
    tool_choice: choice('auto', 'none', 'any', 'required').nullish(),
    random_seed: z.number().int().nullish(),
    safe_prompt: z.boolean().optional(),
    prompt_mode: z.enum(['reasoning']).nullish(),
    prediction: z.looseObject({}).optional(),
  }),
  order(messages) {
    const after = messages.findIndex(
      ({ role }, at) => role === 'user' && messages[at - 1]?.role === 'tool',
    );
    if (after !== -1) return "Unexpected role 'user' after role 'tool'";
    const last = messages.at(-1);
    const isPrefix = last?.role === 'assistant' && last['prefix'] === true;
    if (last?.role === 'user' || last?.role === 'tool' || isPrefix) return undefined;
    return `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${last?.role}`;
  },
  mistake({ messages }) {
    const id = messages.flatMap(idsOf).find((one) => !/^[a-zA-Z0-9]{9}$/.test(one));
    return id && `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
  },
  refusal: ({ status, message, param }) =>
    status === 400 && param !== undefined
      ? jsonReply(
          {
            object: 'error',
            message: { detail: [{ type: 'extra_forbidden', loc: ['body', param], msg: message }] },
            type: 'invalid_request_error',
            param: null,
            code: null,
          },
          422,
        )
      : jsonReply({ object: 'error', message, type: typeOf(status), param: null }, status),
  thinks: wantsEffort,
  reasoning: ({ text }) => ({
    content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }],
  }),
  repeats({ messages }) {
    const last = messages.at(-1);
    return last?.['prefix'] === true ? textOf(last) : '';
  },
  usage: plainUsage,
  usageIn: 'last',
  beside: [embeddings, moderations],
};
