import { parseJson } from '@aicp/common/json/parse-json';
import { tokenBuckets } from '@aicp/contracts/usage/usage-record';
import { z } from 'zod';

const head = z.object({
  model: z.string(),
  provider: z.string(),
  tokens: tokenBuckets,
  costNanoUsd: z.int().nullable(),
});

/** An answer that is given again, and what it saves. */
export interface KeptAnswer extends z.output<typeof head> {
  /** The answer as a document of its protocol. */
  readonly document: Buffer;
}

/** As bytes: what it saves as a line of JSON, and then the document. */
export function encodeAnswer({ document, ...saved }: KeptAnswer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(saved)}\n`), document]);
}

const NEWLINE = 0x0a;

/** Reads what `encodeAnswer` wrote; undefined where these bytes are something else. */
export function decodeAnswer(bytes: Uint8Array): KeptAnswer | undefined {
  const end = bytes.indexOf(NEWLINE);
  if (end === -1) return undefined;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { data } = head.safeParse(parseJson(whole.toString('utf8', 0, end)));
  return data && { ...data, document: whole.subarray(end + 1) };
}
