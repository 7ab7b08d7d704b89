import { endOfString, skipSpace } from './json-bytes.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Characters of text that a delta brings: contents, reasoning, refusals, tool arguments; not roles, types and ids. */
export function deltaCharacters(bytes: Buffer, start: number, end: number): number {
  let characters = 0;
  let counted = true;
  let at = start;
  while (at < end) {
    if (bytes[at] !== QUOTE) {
      at += 1;
      continue;
    }
    const after = endOfString(bytes, at);
    const isKey = bytes[skipSpace(bytes, after)] === COLON;
    if (isKey) counted = isText(bytes, at + 1, after - 1);
    else if (counted) characters += charactersOf(bytes, at + 1, after - 1);
    at = after;
  }
  return characters;
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
