import { z } from 'zod';
import type { Answer } from '../../http/route.ts';

/** An answer over that is not kept, bytes. */
export const MAX_ANSWER_BYTES = 262_144;

const kept = z.object({
  status: z.int(),
  body: z.unknown(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

/** An answer as text to keep; null where it is too large, or comes piece by piece. */
export function textOfAnswer({ status, body, headers = {}, stream }: Answer): string | null {
  if (stream) return null;
  const text = JSON.stringify({ status, body, headers });
  return Buffer.byteLength(text) > MAX_ANSWER_BYTES ? null : text;
}

/** The answer that a text was kept of. */
export function answerOfText(text: string): Answer {
  const { body, ...answer } = kept.parse(JSON.parse(text));
  return body === undefined ? answer : { ...answer, body };
}
