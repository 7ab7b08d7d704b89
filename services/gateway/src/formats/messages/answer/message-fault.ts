import { parseJson } from '@aicp/common/json/parse-json';
import type { Fault } from '../../conversation/answer-event.ts';
import { definedOf, isObject, objectOf, textOf } from '../../json/members.ts';

/** How Anthropic names the kinds of errors, by their status (its API reference, "Errors"). */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export const faultTypeOf = (status: number): string =>
  TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');

/** Words of Anthropic for a request that is longer than its model takes, which have no code. */
const TOO_LONG = /(?:prompt|input) is too long|exceed(?:s|ed)? (?:the )?context (?:limit|window)/i;

/** An error as Anthropic writes it, or nearly so; where it is written otherwise, its text. */
export function readMessageFault(body: Buffer, status: number): Fault {
  const text = body.toString();
  const said = parseJson(text);
  if (isObject(said)) return messageFaultOf(said);
  return { message: text.trim().slice(0, 500) || `The provider answered ${status}.` };
}

/** The error of an object that holds one as its member `error`, or is one. */
export function messageFaultOf(holder: Readonly<Record<string, unknown>>): Fault {
  const error = objectOf(holder.error) ?? holder;
  const message = textOf(error.message) ?? 'The provider reported an error.';
  const code = textOf(objectOf(error.details)?.error_code);
  return definedOf({
    message,
    type: textOf(error.type),
    code: code ?? (TOO_LONG.test(message) ? 'context_length_exceeded' : undefined),
  });
}

/** The body of an error. What Anthropic has no member for, a code, stands where it has its own (`error.details.error_code`). */
export function writeMessageFault(
  { message, code }: Pick<Fault, 'message' | 'code'>,
  status: number,
  requestId?: string,
): Buffer {
  const details = code === undefined ? undefined : { error_code: code };
  const error = definedOf({ type: faultTypeOf(status), message, details });
  return Buffer.from(JSON.stringify(definedOf({ type: 'error', error, request_id: requestId })));
}
