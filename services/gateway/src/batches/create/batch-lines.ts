import { isUtf8 } from 'node:buffer';
import { parseJson } from '@aicp/common/json/parse-json';
import { isObject } from '../../formats/json/members.ts';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { CUSTOM_ID_RULE, isCustomId } from '../kept/custom-id.ts';

/** One request of a batch, as its file has it. */
export interface BatchLine {
  /** From 1. */
  readonly number: number;
  readonly customId: string;
  readonly body: Buffer;
}

/** Requests of one batch. */
const MOST_LINES = 10_000;
/** Bytes of one: a larger one would keep others waiting while it is read. */
const LONGEST_LINE = 524_288;
const MEMBERS: ReadonlySet<string> = new Set(['custom_id', 'method', 'url', 'body']);

/** Reads the file of a batch, or says what is wrong with it, and in which line. */
export function readBatchLines(
  content: Buffer,
  endpoint: string,
): { readonly lines: readonly BatchLine[] } | Refusal {
  const texts = textOfFile(content)?.split('\n');
  if (!texts) return wrong('The file of a batch has to be text in UTF-8.');
  const lines: BatchLine[] = [];
  const ids = new Set<string>();
  for (const [at, text] of texts.entries()) {
    if (text.trim() === '') continue;
    if (lines.length >= MOST_LINES)
      return wrong(`A batch has at most ${MOST_LINES} requests. Make several of it.`);
    const line = readLine(text, at + 1, endpoint);
    if ('status' in line) return line;
    if (ids.has(line.customId)) return atLine(line.number, 'its "custom_id" is there twice.');
    ids.add(line.customId);
    lines.push(line);
  }
  return lines.length === 0 ? wrong('The file of the batch has no requests.') : { lines };
}

function readLine(text: string, number: number, endpoint: string): BatchLine | Refusal {
  if (Buffer.byteLength(text) > LONGEST_LINE)
    return atLine(number, `it is longer than ${LONGEST_LINE} bytes.`);
  const value = parseJson(text);
  if (!isObject(value)) return atLine(number, 'it has to be a JSON object.');
  const stranger = Object.keys(value).find((name) => !MEMBERS.has(name));
  if (stranger !== undefined)
    return atLine(number, 'it has a member that no request of a batch has.');
  const { custom_id: customId } = value;
  if (!isCustomId(customId)) return atLine(number, CUSTOM_ID_RULE);
  if (value['method'] !== 'POST') return atLine(number, '"method" has to be "POST".');
  if (value['url'] !== endpoint)
    return atLine(number, `"url" has to be the endpoint of the batch, ${endpoint}.`);
  const { body } = value;
  if (!isObject(body)) return atLine(number, '"body" has to be the request, a JSON object.');
  // Written anew, so that what is looked at is what is sent, whatever was there twice.
  return { number, customId, body: Buffer.from(JSON.stringify(body)) };
}

/** A refusal because of a line. */
export const atLine = (number: number, why: string): Refusal => wrong(`Line ${number}: ${why}`);

const wrong = (message: string): Refusal => badRequest(message, 'input_file_id');

/** Without a mark of the order of its bytes, which some editors write. */
const textOfFile = (content: Buffer): string | undefined =>
  isUtf8(content) ? new TextDecoder().decode(content) : undefined;
