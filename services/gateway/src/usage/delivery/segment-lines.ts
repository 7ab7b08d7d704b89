import { isMissing, type JournalDisk } from '../journal/disk.ts';
import type { Kept } from '../journal/kept-segments.ts';

const NEWLINE = 0x0a;
const SLICE_BYTES = 65_536;

/** A line, and where it ends. */
export interface PlacedLine {
  readonly text: string;
  readonly end: number;
}

/** Some lines of a segment. */
export interface Slice {
  readonly lines: readonly PlacedLine[];
  /** Where the next slice begins. */
  readonly end: number;
}

/**
 * The lines of a segment from `offset` on, as many as are read without keeping others waiting. What stands after the last newline was torn by a
 * crash, and is passed over. Each line is a text of its own, since a part of a longer one would keep all of it in memory.
 */
export async function readSlice(
  { segment, size }: Kept,
  offset: number,
  disk: JournalDisk,
): Promise<Slice> {
  for (let wanted = SLICE_BYTES; ; wanted *= 2) {
    const length = Math.min(wanted, size - offset);
    const bytes = await readOrNothing(segment.path, offset, { length, disk });
    const lines = linesIn(bytes, offset);
    const last = lines.at(-1);
    if (last) return { lines, end: last.end };
    if (wanted >= size - offset) return { lines, end: size };
  }
}

/** Of a file that was taken away there is nothing: its lines stand in the next. */
async function readOrNothing(
  path: string,
  offset: number,
  { length, disk }: { readonly length: number; readonly disk: JournalDisk },
): Promise<Buffer> {
  try {
    return await disk.readAt(path, offset, length);
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0);
    throw error;
  }
}

function linesIn(bytes: Buffer, offset: number): PlacedLine[] {
  const lines: PlacedLine[] = [];
  let start = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
    lines.push({ text: bytes.toString('utf8', start, at), end: offset + at + 1 });
    start = at + 1;
  }
  return lines;
}
