import { endOfString, skipSpace } from './json-bytes.ts';

const DELTA_KEY = Buffer.from('"delta"');
const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Characters of text that the deltas of one chunk bring: contents, reasoning, refusals, tool arguments; not roles, types and ids. */
export function deltaCharacters(bytes: Buffer, from: number, end: number): number {
  let characters = 0;
  let delta = bytes.indexOf(DELTA_KEY, from);
  while (delta !== -1 && delta < end) {
    const start = skipSpace(bytes, skipSpace(bytes, delta + DELTA_KEY.length) + 1);
    const walked = walk(bytes, start, end);
    characters += walked.characters;
    delta = bytes.indexOf(DELTA_KEY, walked.end);
  }
  return characters;
}

function walk(bytes: Buffer, start: number, end: number): { characters: number; end: number } {
  let characters = 0;
  let depth = 0;
  let counted = true;
  let at = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const after = endOfString(bytes, at);
      const isKey = bytes[skipSpace(bytes, after)] === COLON;
      if (isKey) counted = isText(bytes, at + 1, after - 1);
      else if (counted) characters += charactersOf(bytes, at + 1, after - 1);
      at = after;
      continue;
    }
    depth += depthOf(byte);
    at += 1;
    if (depth <= 0) break;
  }
  return { characters, end: at };
}

function depthOf(byte: number | undefined): number {
  if (byte === 0x7b || byte === 0x5b) return 1;
  return byte === 0x7d || byte === 0x5d ? -1 : 0;
}

/** Whether a member's text was generated: `id`, `role` and `type` are not. */
function isText(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length === 2) return bytes[start] !== 0x69;
  if (length !== 4) return true;
  const isRole = bytes[start] === 0x72 && bytes[start + 1] === 0x6f;
  const isType = bytes[start] === 0x74 && bytes[start + 1] === 0x79;
  return !isRole && !isType;
}

/** Characters of a JSON string's inside: an escape is one, and so is a sequence of UTF-8. */
function charactersOf(bytes: Buffer, start: number, end: number): number {
  let characters = 0;
  let at = start;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) {
      at += bytes[at + 1] === 0x75 ? 6 : 2;
      characters += 1;
    } else {
      if ((byte & 0xc0) !== 0x80) characters += 1;
      at += 1;
    }
  }
  return characters;
}
