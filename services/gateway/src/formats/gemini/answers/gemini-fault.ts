import { parseJson } from '@aicp/common/json/parse-json';
import type { Fault } from '../../conversation/answer-event.ts';
import { definedOf, isObject, listOf, objectOf, textOf } from '../../json/members.ts';

/** An error as Google's APIs write it (https://cloud.google.com/apis/design/errors); of a stream without `alt=sse`, the first of a list. */
export function readGeminiFault(body: Buffer, status: number): Fault {
  const text = body.toString();
  const parsed = parseJson(text);
  const answer = Array.isArray(parsed) ? objectOf(listOf(parsed)[0]) : parsed;
  if (isObject(answer)) return geminiFaultOf(answer, status);
  return { message: text.trim().slice(0, 500) || `The provider answered ${status}.` };
}

/** What Google says where a prompt is longer than a model reads: `The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).` */
const TOO_LONG = /input token count.{0,80}exceeds the maximum number of tokens/i;

/** The error of an object that holds one. */
export function geminiFaultOf(holder: Readonly<Record<string, unknown>>, status = 500): Fault {
  const error = objectOf(holder.error) ?? holder;
  const message =
    textOf(error.message) ?? textOf(holder.error) ?? `The provider answered ${status}.`;
  const type = textOf(error.status);
  return definedOf({
    message,
    type,
    code: TOO_LONG.test(message) ? 'context_length_exceeded' : type?.toLowerCase(),
  });
}

/** Google's names of what went wrong, by the status of HTTP (https://cloud.google.com/apis/design/errors#handling_errors). */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** Google's name of a status of HTTP. */
export const statusName = (status: number): string =>
  STATUSES[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT');

export const writeGeminiFault = ({ message }: Fault, status: number): Buffer =>
  Buffer.from(JSON.stringify({ error: { code: status, message, status: statusName(status) } }));
