import { Problem } from '@aicp/common/errors/problem';
import { jsonProblem, type JsonLimits, type JsonProblem } from '@aicp/common/json/json-scanner';
import { keepExactNumbers } from '@aicp/crds/kit/wire-decimal';
import type { Request } from 'express';
import { noteBody } from '../idempotency/body-digest.ts';

export const MAX_BODY_BYTES = 1_048_576;
/** Of routes that ask nobody who it is. */
export const MAX_PUBLIC_BODY_BYTES = 4096;

/** Reading and checking one value takes some ten microseconds: that many take about a tenth of a second. */
const LIMITS: JsonLimits = { depth: 64, elements: 10_000 };

/** What no store of ours takes: NUL, and halves of characters. */
const SUSPECT = /\\u(0000|d[89a-f])/i;

/**
 * The JSON that came with a request, numbers that no double holds as text; undefined where nothing came. Rejects with a Problem: 413 past
 * `limit` bytes, 415 for another content type than `types`, 400 for what is no JSON or is made of too much, 422 for text that can't be
 * stored.
 */
export async function readJsonBody(
  request: Request,
  limit: number,
  types: readonly string[],
): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const bytes = await collect(request, limit);
  noteBody(request, bytes);
  if (bytes.length === 0) return undefined;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (!types.includes(type.trim().toLowerCase())) {
    const detail = `Send the body as JSON, with Content-Type: ${types.join(' or ')}.`;
    throw new Problem(415, detail);
  }
  const text = decode(bytes);
  const problem = jsonProblem(bytes, LIMITS);
  if (problem) throw new Problem(400, PROBLEMS[problem]);
  const value = JSON.parse(text, keepExactNumbers) as unknown;
  if (SUSPECT.test(text)) requireStorable(value);
  return value;
}

async function collect(request: Request, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is still on its way is not waited for. */
const tooLarge = (limit: number): Problem =>
  new Problem(413, `The body is larger than ${limit / 1024} KiB.`, {
    headers: { Connection: 'close' },
  });

const PROBLEMS: Readonly<Record<JsonProblem, string>> = {
  malformed: 'The body is not readable as JSON.',
  deep: `The body nests lists and objects deeper than ${LIMITS.depth} levels.`,
  many: `The body has more than ${LIMITS.elements} values. Send it in parts.`,
};

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Problem(400, 'The body is not UTF-8.', { cause: error });
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
