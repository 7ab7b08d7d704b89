import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import type { ChatTurn } from '../chat-ask.ts';
import { choice, only, turns } from '../chat-members.ts';
import type { ChatVendor } from '../chat-vendor.ts';
import { plainUsage, typeOf, wantsEffort, COMMON } from './common.ts';

const idsOf = ({ tool_call_id, tool_calls }: ChatTurn): string[] => [
  ...(tool_call_id === undefined ? [] : [tool_call_id]),
  ...(tool_calls ?? []).map(({ id }) => id),
];

/** docs.mistral.ai, "Chat Completion API" and "Reasoning". What is not in its schema is refused with 422. */
export const mistral: ChatVendor = {
  ...COMMON,
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
  usage: plainUsage,
  usageIn: 'last',
};
