import { parseJson } from '@aicp/common/json/parse-json';
import type { Fault } from '../conversation/answer-event.ts';
import { definedOf, isObject, objectOf, textOf } from '../json/members.ts';

/** An error as OpenAI writes it, or nearly so; where it is written otherwise, its text. */
export function readChatFault(body: Buffer, status: number): Fault {
  const text = body.toString();
  const error = parseJson(text);
  if (isObject(error)) return chatFaultOf(error);
  return { message: text.trim().slice(0, 500) || `The provider answered ${status}.` };
}

/** The error of an object that holds one at its top or as its member `error`. */
export function chatFaultOf(holder: Readonly<Record<string, unknown>>): Fault {
  if (typeof holder.error === 'string') return { message: holder.error };
  const error = objectOf(holder.error) ?? holder;
  const code = error.code ?? undefined;
  return definedOf({
    message: textOf(error.message) ?? textOf(error.detail) ?? 'The provider reported an error.',
    type: textOf(error.type),
    code: typeof code === 'number' ? String(code) : textOf(code),
    param: textOf(error.param),
  });
}

export const writeChatFault = ({ message, type, code, param }: Fault, status: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      error: {
        message,
        type: type ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
        param: param ?? null,
        code: code ?? null,
      },
    }),
  );
