import { parseJson } from '@aicp/common/json/parse-json';
import type { Cleaner } from '../cleaner.ts';
import type { ProtocolError } from '../protocol.ts';

/** The bytes of an error answer. */
export const errorBody = ({ message, type, param, code }: ProtocolError): Buffer =>
  Buffer.from(JSON.stringify({ error: { message, type, param, code } }));

/** The bytes of an error answer as one event of a stream. */
export const eventOf = (body: Buffer): string =>
  `data: ${body.toString().replaceAll(/[\r\n]/g, ' ')}\n\n`;

/**
 * A provider's error in OpenAI's shape: as it came where it has that shape, with the missing keys where it nearly has, and else made
 * from what text there is. `guard` takes out the credentials of the provider.
 */
export function toOpenAiError(body: Buffer, status: number, guard: Cleaner): Buffer {
  const clean = guard.clean(body);
  const text = clean.toString();
  const parsed = parseJson(text);
  const error = memberOf(parsed, 'error');
  if (isComplete(error)) return clean;
  return errorBody({
    message: messageOf(error) ?? messageOf(parsed) ?? plain(text, status),
    type:
      textOf(error, 'type') ??
      textOf(parsed, 'type') ??
      (status >= 500 ? 'upstream_error' : 'invalid_request_error'),
    param: textOf(error, 'param') ?? null,
    code: codeOf(error),
  });
}

const isComplete = (error: unknown): boolean =>
  textOf(error, 'message') !== undefined &&
  textOf(error, 'type') !== undefined &&
  memberOf(error, 'param') !== undefined &&
  memberOf(error, 'code') !== undefined;

function messageOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return textOf(value, 'message') ?? textOf(value, 'detail') ?? textOf(value, 'error');
}

function codeOf(error: unknown): string | null {
  const code = memberOf(error, 'code');
  return typeof code === 'string' || typeof code === 'number' ? String(code) : null;
}

const plain = (text: string, status: number): string =>
  text.trim().slice(0, 500) || `The provider answered ${status}.`;

function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
