import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import { parseJson } from '@aicp/common/json/parse-json';
import type { CountedTokens } from '../protocol.ts';
import { ANSWER_LIMITS } from '../response-ids/answer-limits.ts';
import { mediaUsage } from './media-usage.ts';

const NAMES = new KnownWords(['type', 'usage', 'error', 'delta']);
const OPEN_BRACE = 0x7b;
const LOWER_N = 0x6e;
/** No type is longer, and no usage. */
const LARGEST_PARSED = 16_384;

/** What an event of a stream of pictures, sounds or transcripts says, of what is read of it. */
export interface MediaEvent {
  /** `image_generation.completed`; empty where it does not say. */
  readonly type: string;
  readonly usage: CountedTokens | undefined;
  readonly isError: boolean;
  /** Characters of text that it brings. */
  readonly characters: number;
}

/** Reads an event without building anything of the picture or the sound in it; undefined where its data are no JSON object. */
export function readMediaEvent(data: Buffer, name: string): MediaEvent | undefined {
  const json = new JsonScanner(data, ANSWER_LIMITS);
  if (json.peek() !== OPEN_BRACE) return undefined;
  const event = { type: '', usage: undefined as CountedTokens | undefined, characters: 0 };
  let isError = name === 'error';
  const isRead = json.eachMember((start, end) => {
    const member = NAMES.at(data, start, end);
    const first = json.peek();
    const from = json.at;
    const before = json.characters;
    if (!json.skipValue()) return false;
    if (member === 'type') event.type = textAt(data, from, json.at) ?? event.type;
    else if (member === 'usage') event.usage = usageAt(data, from, json.at) ?? event.usage;
    else if (member === 'error') isError ||= first !== LOWER_N;
    else if (member === 'delta') event.characters += Math.max(0, json.characters - before - 2);
    return true;
  });
  if (!isRead || !json.isAtEnd()) return undefined;
  return { ...event, isError: isError || event.type === 'error' };
}

function valueAt(data: Buffer, start: number, end: number): unknown {
  return end - start > LARGEST_PARSED ? undefined : parseJson(data.toString('utf8', start, end));
}

function textAt(data: Buffer, start: number, end: number): string | undefined {
  const value = valueAt(data, start, end);
  return typeof value === 'string' ? value : undefined;
}

const usageAt = (data: Buffer, start: number, end: number): CountedTokens | undefined =>
  mediaUsage(valueAt(data, start, end));
