/** A text, or a part of a long one. */
export interface Piece {
  /** Which of the texts, from 0. */
  readonly text: number;
  /** Where it begins there, UTF-16 units. */
  readonly start: number;
  readonly value: string;
  /** Whether it is all of the text. */
  readonly isWhole: boolean;
}

/** UTF-8 bytes that a judge is asked about at a time. */
export const MOST_BYTES = 65_536;
/** Of UTF-8, one UTF-16 unit has no more bytes than this. */
const BYTES_A_UNIT = 3;
/** UTF-16 units of a part of a long text: it fits whatever it holds. */
const PART = Math.floor(MOST_BYTES / BYTES_A_UNIT);
/** So many units stand in two parts, so that what stands where they meet is seen whole in one. */
const OVERLAP = 512;

/** What stands between texts that are asked about at a time. */
export const BETWEEN = '\n\n';

/** The texts as they are asked about, in order: as many at a time as fit. What is empty is not asked about. */
export function callsOf(texts: readonly string[]): readonly (readonly Piece[])[] {
  const calls: Piece[][] = [];
  let last: Piece[] = [];
  let bytes = Infinity;
  for (const piece of texts.flatMap(piecesOf)) {
    const more = Buffer.byteLength(piece.value) + BETWEEN.length;
    if (bytes + more > MOST_BYTES + BETWEEN.length) {
      last = [];
      calls.push(last);
      bytes = 0;
    }
    last.push(piece);
    bytes += more;
  }
  return calls;
}

function piecesOf(value: string, text: number): readonly Piece[] {
  if (value.trim() === '') return [];
  if (Buffer.byteLength(value) <= MOST_BYTES) return [{ text, start: 0, value, isWhole: true }];
  const pieces: Piece[] = [];
  for (let start = 0; start < value.length;) {
    const end = borderAt(value, start + PART);
    pieces.push({ text, start, value: value.slice(start, end), isWhole: false });
    start = end === value.length ? end : borderAt(value, end - OVERLAP);
  }
  return pieces;
}

/** The place, or the one before it where that is in the midst of a character. */
function borderAt(value: string, at: number): number {
  if (at >= value.length) return value.length;
  return isSurrogate(value, at - 1, 0xd800) && isSurrogate(value, at, 0xdc00) ? at - 1 : at;
}

const isSurrogate = (value: string, at: number, kind: number): boolean =>
  (value.charCodeAt(at) & 0xfc00) === kind;
