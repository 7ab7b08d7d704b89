import { z } from 'zod';
import type { AlikeQuestion } from '../../protocol.ts';
import { canonicalOf } from './canonical-json.ts';

const withMessages = z.looseObject({ messages: z.array(z.unknown()).min(1) });

const text = z.strictObject({ type: z.literal('text'), text: z.string() });

const asked = z.looseObject({
  role: z.literal('user'),
  content: z.union([z.string(), z.tuple([text]).transform(([part]) => part.text)]),
});

/** The text of the last message of a request, where a user wrote it, and the rest of the request. `leftOut`: members that do not count. */
export function alikeIn(value: unknown, leftOut: ReadonlySet<string>): AlikeQuestion | undefined {
  const request = withMessages.safeParse(value).data;
  const last = asked.safeParse(request?.messages.at(-1)).data;
  // What zod leaves out would not be told apart.
  if (!request || !last || Object.hasOwn(value as object, '__proto__')) return undefined;
  const { content, ...rest } = last;
  const messages = [...request.messages.slice(0, -1), rest];
  return { text: content, frame: canonicalOf({ ...request, messages }, leftOut) };
}
