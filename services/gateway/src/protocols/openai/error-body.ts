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

/** The bytes of an error answer as one event of a stream. */
export const eventOf = (body: Buffer): string =>
  `data: ${body.toString().replaceAll(/[\r\n]/g, ' ')}\n\n`;

/**
 * A provider's error in OpenAI's shape: as it came where it has that shape, with the missing keys where it nearly has, and else made
 * from what text there is. `secrets` are blotted out wherever they stand.
 */
export function toOpenAiError(body: Buffer, status: number, secrets: readonly string[]): Buffer {
  const written = body.toString();
  const { text, parsed } = read(written, secrets);
  const error = memberOf(parsed, 'error');
  if (isComplete(error)) return text === written ? body : Buffer.from(text);
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

/** The text without secrets, and what it holds as JSON; written anew where escapes of JSON hid one of them. */
function read(written: string, secrets: readonly string[]): { text: string; parsed: unknown } {
  const text = withoutSecrets(written, secrets);
  const parsed = parseJson(text);
  if (parsed === undefined) return { text, parsed };
  const plainly = JSON.stringify(parsed);
  const clean = withoutSecrets(plainly, secrets);
  return clean === plainly ? { text, parsed } : { text: clean, parsed: parseJson(clean) };
}

/** Also as JSON writes them. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1)]))
      clean = clean.replaceAll(form, '[redacted]');
  }
  return clean;
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
