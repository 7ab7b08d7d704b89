import { Problem } from '@aicp/common/errors/problem';
import { keepExactNumbers } from '@aicp/crds/kit/wire-decimal';
import type { Request } from 'express';

export const MAX_BODY_BYTES = 1_048_576;

const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** What no store of ours takes: NUL, and halves of characters. */
const SUSPECT = /\\u(0000|d[89a-f])/i;

/**
 * The JSON that came with a request, numbers that no double holds as text; undefined where nothing came. Rejects with a Problem: 413 past 1 MiB, 415 for another content type,
 * 400 for what is no JSON, 422 for text that can't be stored.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const bytes = await collect(request);
  if (bytes.length === 0) return undefined;
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new Problem(415, 'Send the body as JSON, with Content-Type: application/json.');
  }
  const text = decode(bytes);
  const value = parse(text);
  if (SUSPECT.test(text)) requireStorable(value);
  return value;
}

async function collect(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is still on its way is not waited for. */
const tooLarge = (): Problem =>
  new Problem(413, 'The body is larger than 1 MiB.', { headers: { Connection: 'close' } });

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Problem(400, 'The body is not UTF-8.', { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepExactNumbers) as unknown;
  } catch (error) {
    throw new Problem(400, 'The body is not readable as JSON.', { cause: error });
  }
}

/** Throws a Problem (422) for text with NUL, or with half a character. */
function requireStorable(value: unknown): void {
  const refused = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
  JSON.stringify(value, (key, inner: unknown) => {
    if (refused(key) || (typeof inner === 'string' && refused(inner))) {
      const message = 'must not contain NUL or half a surrogate pair';
      throw new Problem(422, `The body ${message}.`, { errors: [{ path: key, message }] });
    }
    return inner;
  });
}
