import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';

const none = z.union([z.null(), z.array(z.never())]).optional();

/** A whole answer in text, which calls no tool. */
const repeatable = z.object({
  object: z.literal('chat.completion'),
  choices: z.tuple([
    z.object({
      finish_reason: z.literal('stop'),
      message: z.object({
        content: z.string().min(1),
        refusal: z.null().optional(),
        tool_calls: none,
        function_call: z.null().optional(),
        audio: z.null().optional(),
      }),
    }),
  ]),
});

/** Whether an answer is whole, is no refusal, and asks nobody to call anything. */
export const isRepeatable = (document: Buffer): boolean =>
  repeatable.safeParse(parseJson(document.toString('utf8'))).success;
