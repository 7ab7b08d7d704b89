import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isObject, objectOf, textOf } from '../../formats/json/members.ts';
import { errorBody, toOpenAiError } from '../openai-chat/error-body.ts';
import type { Cleaner } from '../cleaner.ts';

/**
 * A provider's error in OpenAI's shape, also where it came as an event of a stream: `error`, which has its members at its top, or `response.failed`, whose
 * response holds it.
 */
export function responseError(body: Buffer, status: number, guard: Cleaner): Buffer {
  const clean = guard.clean(body);
  const error = errorOf(parseJson(clean.toString()));
  if (!error) return toOpenAiError(clean, status, guard);
  const code = textOf(error.code) ?? null;
  return errorBody({
    message: textOf(error.message) ?? 'The provider reported an error.',
    type: code ?? 'server_error',
    param: textOf(error.param) ?? null,
    code,
  });
}

/** The error that an event of a stream is or holds; undefined where the body is no such event. */
function errorOf(event: unknown): JsonObject | undefined {
  if (!isObject(event)) return undefined;
  const held = objectOf(objectOf(event.response)?.error);
  const isBare = event.type === 'error' && !isObject(event.error);
  return held ?? (isBare ? event : undefined);
}

/**
 * The bytes of an error answer as the last event of a stream. Its members stand at its top, as OpenAI documents it, and once more in `error`, where
 * clients look that know OpenAI's other streams.
 */
export function errorEvent(body: Buffer): string {
  const parsed = parseJson(body.toString());
  const error = objectOf(isObject(parsed) ? parsed.error : undefined) ?? {};
  const { message = 'The answer broke off.', code = null, param = null } = error;
  const event = { type: 'error', sequence_number: 0, code, message, param, error };
  return `event: error\ndata: ${JSON.stringify(event)}\n\n`;
}
