import { parseJson } from '@aicp/common/json/parse-json';

/** What an OpenAI error says. All four keys are always there. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** The bytes of an error answer. */
export const errorBody = ({ message, type, param, code }: OpenAiError): Buffer =>
  Buffer.from(JSON.stringify({ error: { message, type, param, code } }));

/** An error in the midst of a stream, as one event. */
export const errorEvent = (error: OpenAiError): string =>
  `data: ${errorBody(error).toString()}\n\n`;

/**
 * A provider's error in OpenAI's shape: as it came where it has that shape, with the missing keys where it nearly has, and else made
 * from what text there is. `secret` is blotted out wherever it stands.
 */
export function toOpenAiError(body: Buffer, status: number, secret: string | undefined): Buffer {
  const written = body.toString();
  const text = secret ? written.replaceAll(secret, '[redacted]') : written;
  const parsed = parseJson(text);
  const error = memberOf(parsed, 'error');
  if (isComplete(error)) return text === written ? body : Buffer.from(text);
  return errorBody({
    message: messageOf(error) ?? messageOf(parsed) ?? plain(text, status),
    type: textOf(error, 'type') ?? textOf(parsed, 'type') ?? 'invalid_request_error',
    param: textOf(error, 'param') ?? null,
    code: codeOf(error),
  });
}

function isComplete(error: unknown): boolean {
  return (
    textOf(error, 'message') !== undefined &&
    textOf(error, 'type') !== undefined &&
    memberOf(error, 'param') !== undefined &&
    memberOf(error, 'code') !== undefined
  );
}

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
