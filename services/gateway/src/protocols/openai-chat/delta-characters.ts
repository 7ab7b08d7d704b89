import { startsWith } from '../event-stream/event-data.ts';
import { endOfString, skipSpace } from './json-bytes.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Members whose strings are no text: they were not generated, or are sounds and pictures in base64, or where to find these. */
const NO_TEXT = ['id', 'url', 'role', 'type', 'data', 'b64_json'];
/** Those of them that the client waits for, as it does for text. */
const MEDIA = ['url', 'data', 'b64_json'];

/** Names by their length. */
function byLength(names: readonly string[]): readonly (readonly Buffer[] | undefined)[] {
  const places: Buffer[][] = [];
  for (const name of names) (places[name.length] ??= []).push(Buffer.from(name));
  return places;
}

const NO_TEXT_BY_LENGTH = byLength(NO_TEXT);
const MEDIA_BY_LENGTH = byLength(MEDIA);

/** Characters of text that a delta brings: contents, reasoning, refusals, transcripts, tool arguments; not roles, types, ids, and not sounds and pictures. */
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
    if (isKey(bytes, after)) counted = !isNameIn(NO_TEXT_BY_LENGTH[after - at - 2], bytes, at + 1);
    else if (counted) characters += charactersOf(bytes, at + 1, after - 1);
    at = after;
  }
  return characters;
}

/** Whether a delta brings a piece of a sound or of a picture. */
export function hasMedia(bytes: Buffer, start: number, end: number): boolean {
  let isMedia = false;
  let at = start;
  while (at < end) {
    if (bytes[at] !== QUOTE) {
      at += 1;
      continue;
    }
    const after = endOfString(bytes, at);
    if (isKey(bytes, after)) isMedia = isNameIn(MEDIA_BY_LENGTH[after - at - 2], bytes, at + 1);
    else if (isMedia && after - at > 2) return true;
    at = after;
  }
  return false;
}

/** Whether the string that ends at `after` is the name of a member. */
const isKey = (bytes: Buffer, after: number): boolean => bytes[skipSpace(bytes, after)] === COLON;

/** Whether one of these names, all of the same length as the one there, stands at `at`. */
function isNameIn(names: readonly Buffer[] | undefined, bytes: Buffer, at: number): boolean {
  if (names === undefined) return false;
  for (const name of names) if (startsWith(bytes, at, name)) return true;
  return false;
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
