import { endOfString, endOfValue, skipSpace } from '../../protocols/openai-chat/json-bytes.ts';

/** Where a member of an object stands in JSON. */
export interface Member {
  /** As it is written, between its quotes. */
  readonly name: string;
  /** Of the quote before its name. */
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

/** Where a value stands: from `start` up to, but not including, `end`. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The name of a member as readers of JSON take it: escapes stand for what they mean. */
export const nameOf = ({ name }: Member): string =>
  name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;

const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;

/** The members of the object that begins at `at`. The bytes are JSON: nothing here checks it. */
export function membersOf(bytes: Buffer, at: number): Member[] {
  const members: Member[] = [];
  let next = skipSpace(bytes, at + 1);
  while (next < bytes.length && bytes[next] !== CLOSE_BRACE) {
    const start = next;
    const nameEnd = endOfString(bytes, start);
    const value = skipSpace(bytes, skipSpace(bytes, nameEnd) + 1);
    const end = endOfValue(bytes, value);
    members.push({ name: bytes.toString('latin1', start + 1, nameEnd - 1), start, value, end });
    next = behindComma(bytes, end);
  }
  return members;
}

/** The elements of the list that begins at `at`. */
export function elementsOf(bytes: Buffer, at: number): Place[] {
  const elements: Place[] = [];
  let start = skipSpace(bytes, at + 1);
  while (start < bytes.length && bytes[start] !== CLOSE_BRACKET) {
    const end = endOfValue(bytes, start);
    elements.push({ start, end });
    start = behindComma(bytes, end);
  }
  return elements;
}

function behindComma(bytes: Buffer, at: number): number {
  const next = skipSpace(bytes, at);
  return bytes[next] === COMMA ? skipSpace(bytes, next + 1) : next;
}
