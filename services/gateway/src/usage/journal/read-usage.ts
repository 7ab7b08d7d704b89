import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { idOf, kindOf, parseHead } from './codec.ts';
import { systemDisk, type JournalDisk } from './disk.ts';
import { joinLines, type Facts, type Unreadable } from './facts.ts';
import { readLines, type Segment } from './segments.ts';
import { segmentsSince } from './segments-since.ts';

/**
 * The usage records in a journal's directory, exactly one per request, in the order in which the requests ended. A request that is
 * under way, or that the gateway died over and has not replayed yet, is none. Each line that is no part of a record and should be is told
 * to `onUnreadable`; without that, the first of them ends the reading with an error. Rejects with the system's error.
 */
export async function* readUsage(
  directory: string,
  options: ReadOptions = {},
): AsyncGenerator<UsageRecord> {
  for await (const { usage } of readFacts(directory, options)) yield usage;
}

/** The same, each with what is known of its attempts at providers. */
export async function* readFacts(
  directory: string,
  options: ReadOptions = {},
): AsyncGenerator<Facts> {
  const { disk = systemDisk, onUnreadable = refuse, since } = options;
  const open = new Map<string, string>();
  const segments = await segmentsSince(directory, since, disk);
  const doubles = new Doubles(await writtenAgain(segments, disk));
  for (const segment of segments) {
    for await (const line of readLines(segment, disk)) {
      const kind = kindOf(line);
      const id = idOf(line);
      if (kind === 'unreadable') onUnreadable(line);
      if (kind === 'intent') open.set(id, line);
      if (kind !== 'outcome') continue;
      const intent = open.get(id);
      open.delete(id);
      if (doubles.isAgain(id, intent)) continue;
      yield* recorded(joinLines(intent, line), {
        isFirst: () => doubles.isFirst(id),
        onUnreadable,
      });
    }
  }
}

/** The record, where it can be read and is the first of its request. */
function recorded(
  joined: Facts | Unreadable,
  { isFirst, onUnreadable }: { isFirst: () => boolean; onUnreadable: (line: string) => void },
): readonly Facts[] {
  if (!('unreadable' in joined)) return isFirst() ? [joined] : [];
  onUnreadable(joined.unreadable);
  return [];
}

export interface ReadOptions {
  /** The machine's own, if not given. */
  readonly disk?: JournalDisk;
  /**
   * Leaves out segments all of whose requests came before this moment (milliseconds since 1970). Of a request that began in one of them and
   * ended later, the other half is missing.
   */
  readonly since?: number;
  /** Hears of each line that is damaged, or whose other half is missing. */
  readonly onUnreadable?: (line: string) => void;
}

function refuse(line: string): never {
  throw new Error(`A line of the journal cannot be read: ${line.slice(0, 200)}`);
}

/** Tells the first outcome of a request from those that were written again. */
class Doubles {
  private readonly suspects: ReadonlySet<string>;
  private readonly seen = new Set<string>();

  constructor(suspects: ReadonlySet<string>) {
    this.suspects = suspects;
  }

  /** Whether an outcome without its intent was met before, with it. */
  isAgain(id: string, intent: string | undefined): boolean {
    return intent === undefined && this.seen.has(id);
  }

  isFirst(id: string): boolean {
    if (!this.suspects.has(id)) return true;
    if (this.seen.has(id)) return false;
    this.seen.add(id);
    return true;
  }
}

/** The ids of the outcomes that may stand in more than one segment. */
async function writtenAgain(segments: readonly Segment[], disk: JournalDisk): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const segment of segments) {
    for await (const line of linesOfHead(segment, disk)) {
      if (kindOf(line) === 'outcome') ids.add(idOf(line));
    }
  }
  return ids;
}

/** The lines that a head announces, as far as they are there. */
async function* linesOfHead(segment: Segment, disk: JournalDisk): AsyncGenerator<string> {
  let missing: number | undefined;
  for await (const line of readLines(segment, disk)) {
    if (missing === undefined) {
      const head = parseHead(line);
      if (!head || head.again === 0) return;
      missing = head.carried + head.again;
    } else {
      yield line;
      missing -= 1;
    }
    if (missing === 0) return;
  }
}
