import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { idOf, kindOf, parseHead, parseIntent, parseOutcome, toRecord } from './codec.ts';
import { systemDisk, type JournalDisk } from './disk.ts';
import { listSegments, readLines, type Segment } from './segments.ts';

/**
 * The usage records in a journal's directory, exactly one per request, in the order in which the requests ended. A request that is
 * under way, or that the gateway died over and has not replayed yet, is none. Rejects with the system's error.
 */
export async function* readUsage(
  directory: string,
  disk: JournalDisk = systemDisk,
): AsyncGenerator<UsageRecord> {
  const open = new Map<string, string>();
  const segments = await listSegments(directory, disk);
  const doubles = new Doubles(await writtenAgain(segments, disk));
  for (const segment of segments) {
    for await (const line of readLines(segment, disk)) {
      const kind = kindOf(line);
      if (kind === 'intent') open.set(idOf(line), line);
      if (kind !== 'outcome') continue;
      const id = idOf(line);
      const intent = open.get(id);
      open.delete(id);
      const record = intent === undefined ? undefined : join(intent, line);
      if (record && doubles.isFirst(id)) yield record;
    }
  }
}

function join(intent: string, outcome: string): UsageRecord | undefined {
  const before = parseIntent(intent);
  const after = parseOutcome(outcome);
  return before && after && toRecord(before, after);
}

/** Tells the first outcome of a request from those that were written again. */
class Doubles {
  private readonly suspects: ReadonlySet<string>;
  private readonly seen = new Set<string>();

  constructor(suspects: ReadonlySet<string>) {
    this.suspects = suspects;
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
