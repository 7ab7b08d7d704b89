import { parseJson } from '@aicp/common/json/parse-json';
import { tokenBuckets } from '@aicp/contracts/usage/usage-record';
import { z } from 'zod';
import { RecentMap } from '../memory/recent-map.ts';

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
  const saved = readHead(whole.toString('utf8', 0, end));
  return saved && { ...saved, document: whole.subarray(end + 1) };
}

type Head = z.output<typeof head>;

/** Answers that are asked often are told once what they save. No line of one is longer than this. */
const read = new RecentMap<Head>({ count: 1024 });
const LONGEST_KNOWN = 1024;

function readHead(line: string): Head | undefined {
  const known = read.get(line);
  if (known) return known;
  const { data } = head.safeParse(parseJson(line));
  if (data && line.length <= LONGEST_KNOWN) read.set(line, data);
  return data;
}
