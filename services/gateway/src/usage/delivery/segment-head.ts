import { idOf, kindOf, parseHead } from '../journal/codec.ts';
import type { JournalDisk } from '../journal/disk.ts';
import type { Kept } from '../journal/kept-segments.ts';
import { readSlice } from './segment-lines.ts';

/** What a segment's head says of requests that ended. */
export interface SegmentHead {
  /** Whether all its lines are there. */
  readonly isWhole: boolean;
  /** Ids of the requests whose outcomes are in it. Some of them may stand in an earlier segment, too. */
  readonly ended: ReadonlySet<string>;
  /** Those outcomes whose intents are in an earlier segment alone. */
  readonly halves: readonly string[];
}

/** Reads the lines that a segment's first line announces: intents of what was under way, and what was written with them. */
export async function readHead(segment: Kept, disk: JournalDisk): Promise<SegmentHead> {
  const intents = new Set<string>();
  const ended = new Set<string>();
  const halves: string[] = [];
  let missing = -1;
  for await (const line of linesOf(segment, disk)) {
    missing = missing === -1 ? announcedBy(line) : missing - 1;
    const kind = kindOf(line);
    if (kind === 'intent') intents.add(idOf(line));
    if (kind === 'outcome') ended.add(idOf(line));
    if (kind === 'outcome' && !intents.has(idOf(line))) halves.push(line);
    if (missing <= 0) break;
  }
  return { isWhole: missing === 0, ended, halves };
}

/** How many lines belong to a head; none can be told of a line that is no head. */
function announcedBy(line: string): number {
  const head = parseHead(line);
  return head ? head.carried + head.again : -1;
}

async function* linesOf(segment: Kept, disk: JournalDisk): AsyncGenerator<string> {
  for (let offset = 0; offset < segment.size;) {
    const { lines, end } = await readSlice(segment, offset, disk);
    for (const { text } of lines) yield text;
    offset = end;
  }
}

/** Whether reading may begin with a segment: all that its lines need is in it. */
export async function isSelfContained(segment: Kept, disk: JournalDisk): Promise<boolean> {
  const { isWhole, halves } = await readHead(segment, disk);
  return isWhole && halves.length === 0;
}
