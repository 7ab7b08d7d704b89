import { idOf, kindOf, parseHead } from '../journal/codec.ts';
import type { JournalDisk } from '../journal/disk.ts';
import type { Kept } from '../journal/kept-segments.ts';
import { readSlice } from './segment-lines.ts';

/** What lines say of requests that ended. */
export interface Endings {
  /** Ids of the requests whose outcomes are in it. Some of them may stand in an earlier segment, too. */
  readonly ended: ReadonlySet<string>;
  /** Those outcomes whose intents are in an earlier segment alone. */
  readonly halves: readonly string[];
}

/** What a segment's head says of requests that ended. */
export interface SegmentHead extends Endings {
  /** Whether all its lines are there. */
  readonly isWhole: boolean;
}

/** Reads the lines that a segment's first line announces: intents of what was under way, and what was written with them. */
export async function readHead(segment: Kept, disk: JournalDisk): Promise<SegmentHead> {
  const endings = new EndingsOfLines();
  let missing = -1;
  for await (const line of linesOf(segment, disk)) {
    missing = missing === -1 ? announcedBy(line) : missing - 1;
    endings.add(line);
    if (missing <= 0) break;
  }
  return { isWhole: missing === 0, ended: endings.ended, halves: endings.halves };
}

/** What lines say that stand in no head yet. */
export function endingsOf(lines: readonly string[]): Endings {
  const endings = new EndingsOfLines();
  for (const line of lines) endings.add(line);
  return endings;
}

class EndingsOfLines implements Endings {
  readonly ended = new Set<string>();
  readonly halves: string[] = [];
  private readonly intents = new Set<string>();

  add(line: string): void {
    const kind = kindOf(line);
    if (kind === 'intent') this.intents.add(idOf(line));
    if (kind !== 'outcome') return;
    this.ended.add(idOf(line));
    if (!this.intents.has(idOf(line))) this.halves.push(line);
  }
}

/** The intents of these requests that a segment holds, by id; of one that was written again the last. */
export async function intentsIn(
  segment: Kept,
  ids: ReadonlySet<string>,
  disk: JournalDisk,
): Promise<Map<string, string>> {
  const intents = new Map<string, string>();
  if (ids.size === 0) return intents;
  for await (const line of linesOf(segment, disk)) {
    if (kindOf(line) === 'intent' && ids.has(idOf(line))) intents.set(idOf(line), line);
  }
  return intents;
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
