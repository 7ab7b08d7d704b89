import { parseJson } from '@aicp/common/json/parse-json';
import type { Fault } from '../conversation/answer-event.ts';
import { definedOf, isObject, textOf } from '../json/members.ts';

const LONGEST_MESSAGE = 500;

/** An error of Bedrock: `{"message": …}`, with the type that its header says as `__type`. */
export function readConverseFault(body: Buffer, status: number): Fault {
  const text = body.toString();
  const error = parseJson(text);
  if (!isObject(error))
    return {
      message: text.trim().slice(0, LONGEST_MESSAGE) || `Amazon Bedrock answered ${status}.`,
    };
  return converseFaultOf(textOf(error.__type), error);
}

/** The prompt and the answer do not fit into what the model can read. */
const TOO_LONG =
  /input is too long|prompt is too long|input length and .{0,40}exceed|too many (?:input )?tokens|exceeds? the (?:maximum|model'?s?) .{0,40}(?:tokens|context)|context (?:window|length|limit)/i;

/** `type`: `ValidationException`, also with what stands behind it in headers (`:http://…`) and before it in bodies (`com.amazon…#`). */
export function converseFaultOf(
  type: string | undefined,
  error: Readonly<Record<string, unknown>>,
): Fault {
  const message = textOf(error.message) ?? textOf(error.Message) ?? textOf(error.originalMessage);
  const name = type?.split(':')[0]?.split('#').at(-1);
  return definedOf({
    message: message || 'Amazon Bedrock reported an error.',
    type: name || undefined,
    code: codeOf(name, message ?? ''),
  });
}

function codeOf(type: string | undefined, message: string): string | undefined {
  if (/^validation/i.test(type ?? 'validation') && TOO_LONG.test(message))
    return 'context_length_exceeded';
  return type || undefined;
}
