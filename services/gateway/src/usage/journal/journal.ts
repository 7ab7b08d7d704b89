import { rm } from 'node:fs/promises';
import type { Logger } from '@aicp/common/log/logger';
import { headLine } from './codec.ts';
import { findOpenIntents, unknownOutcome } from './replay.ts';
import { SegmentFile } from './segment-file.ts';
import { listSegments, segmentAt, sizeOf, type Segment } from './segments.ts';

export interface JournalLimits {
  /** A segment is followed by a new one beyond this. */
  readonly segmentBytes: number;
  /** Beyond this the oldest segments go. */
  readonly totalBytes: number;
  /** What may wait in memory while the disk takes nothing; beyond it requests are refused. */
  readonly backlogBytes: number;
}

export interface JournalOptions {
  readonly directory: string;
  readonly limits: JournalLimits;
  readonly log: Logger;
}

/** What the journal has done, for metrics. */
export interface JournalCounts {
  intents: number;
  outcomes: number;
  bytes: number;
  writes: number;
  failures: number;
  replayed: number;
  deletedSegments: number;
}

const SYNC_EVERY_MS = 1000;
/** Outcomes wait so long for the next intent, to be written with it. */
const OUTCOME_WAITS_MS = 5;
/** A segment of a head that repeats nothing. */
const EMPTY_BYTES = headLine(0).length + 1;

/**
 * The gateway's memory of what it did: an intent before a provider is asked, an outcome when it is over, appended to segments on
 * disk. All intents of one turn of the event loop are one write, and so are the outcomes since the last.
 */
export class Journal {
  readonly counts: JournalCounts = {
    intents: 0,
    outcomes: 0,
    bytes: 0,
    writes: 0,
    failures: 0,
    replayed: 0,
    deletedSegments: 0,
  };

  private readonly options: JournalOptions;
  private readonly open = new Map<string, string>();
  private readonly kept: { segment: Segment; size: number }[];
  private readonly timer: NodeJS.Timeout;
  private file: SegmentFile;
  private batch = '';
  private waiting: (() => void)[] = [];
  private isScheduled = false;
  private later: NodeJS.Timeout | undefined;
  private isBroken = false;
  private chores: Promise<void> = Promise.resolve();

  private constructor(
    options: JournalOptions,
    file: SegmentFile,
    kept: { segment: Segment; size: number }[],
  ) {
    this.options = options;
    this.file = file;
    this.kept = kept;
    this.timer = setInterval(() => {
      this.everySecond();
    }, SYNC_EVERY_MS).unref();
  }

  /**
   * Opens the journal in a directory. Requests that were under way when its last writer died get the outcome `unknown`, once, however
   * often this is interrupted and begun anew. Rejects with the system's error where the directory can't be used.
   */
  static async open(options: JournalOptions): Promise<Journal> {
    const segments = await listSegments(options.directory);
    const open = await findOpenIntents(segments);
    const number = (segments.at(-1)?.number ?? 0) + 1;
    const file = new SegmentFile(segmentAt(options.directory, number));
    file.write(headOf(open));
    const journal = new Journal(options, file, await deleteEmpty(segments));
    journal.settleUnknown([...open.values()]);
    await file.sync();
    await journal.deleteOldest();
    return journal;
  }

  /** Bytes on disk. */
  get size(): number {
    return this.kept.reduce((sum, { size }) => sum + size, this.file.size);
  }

  /** Requests under way. */
  get underWay(): number {
    return this.open.size;
  }

  /** Whether there is no more room for what the disk does not take. */
  get isFull(): boolean {
    return this.batch.length > this.options.limits.backlogBytes;
  }

  /** Notes a request that is about to be sent; `go` is called when the intent is written, at the end of this turn of the event loop. */
  intend(id: string, line: string, go: () => void): void {
    this.counts.intents += 1;
    this.open.set(id, line);
    this.waiting.push(go);
    this.batch += `${line}\n`;
    this.writeSoon();
  }

  /** Notes what came of a request. */
  settle(id: string, line: string): void {
    this.counts.outcomes += 1;
    this.open.delete(id);
    this.batch += `${line}\n`;
    this.writeLater();
  }

  /** Notes a request that was never sent, and why. */
  refuse(intent: string, outcome: string): void {
    this.counts.intents += 1;
    this.counts.outcomes += 1;
    this.batch += `${intent}\n${outcome}\n`;
    this.writeLater();
  }

  /** Writes what waits and closes the file. Rejects with the system's error where that fails. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.later);
    this.flush();
    await this.chores;
    await this.file.close();
  }

  /** At the end of this turn of the event loop. */
  private writeSoon(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.flush();
    });
  }

  private writeLater(): void {
    if (this.later || this.isScheduled) return;
    this.later = setTimeout(() => {
      this.later = undefined;
      this.flush();
    }, OUTCOME_WAITS_MS);
  }

  private flush(): void {
    this.write();
    const ready = this.waiting;
    this.waiting = [];
    for (const go of ready) go();
  }

  /** One write for all that waits. What can't be written stays for the next time, and goes into a new segment then. */
  private write(): void {
    if (this.batch === '') return;
    let before = this.file.size;
    try {
      if (this.isBroken || this.file.size >= this.options.limits.segmentBytes) this.rotate();
      before = this.file.size;
      this.file.write(this.batch);
    } catch (error) {
      this.batch = withoutWholeLines(this.batch, this.file.size - before);
      this.failed(error);
      return;
    }
    this.counts.writes += 1;
    this.counts.bytes += this.batch.length;
    this.batch = '';
  }

  private failed(error: unknown): void {
    this.counts.failures += 1;
    if (!this.isBroken) this.options.log.error({ err: error }, 'journal_not_written');
    this.isBroken = true;
  }

  /** A new segment, which begins with the intents of all requests that are under way and written. */
  private rotate(): void {
    const { directory } = this.options;
    const next = new SegmentFile(segmentAt(directory, this.file.segment.number + 1));
    const full = this.file;
    this.kept.push({ segment: full.segment, size: full.size });
    this.file = next;
    next.write(headOf(this.open));
    this.isBroken = false;
    this.chore(async () => {
      await full.close();
      await this.deleteOldest();
    });
  }

  private everySecond(): void {
    if (this.isBroken) this.flush();
    this.chore(() => this.file.sync());
  }

  private chore(work: () => Promise<void>): void {
    this.chores = this.chores.then(work).catch((error: unknown) => {
      this.options.log.error({ err: error }, 'journal_upkeep_failed');
    });
  }

  private settleUnknown(intents: readonly string[]): void {
    for (const intent of intents) {
      const outcome = unknownOutcome(intent);
      if (outcome === undefined) {
        this.options.log.warn({ line: intent.slice(0, 300) }, 'journal_line_unreadable');
      } else {
        this.file.write(`${outcome}\n`);
        this.counts.replayed += 1;
      }
    }
    if (intents.length > 0) {
      this.options.log.info({ requests: this.counts.replayed }, 'journal_replayed');
    }
  }

  private async deleteOldest(): Promise<void> {
    while (this.size > this.options.limits.totalBytes) {
      const oldest = this.kept.shift();
      if (!oldest) return;
      await rm(oldest.segment.path, { force: true });
      this.counts.deletedSegments += 1;
      const { number } = oldest.segment;
      this.options.log.warn({ segment: number, bytes: oldest.size }, 'journal_segment_deleted');
    }
  }
}

/** The segments with their sizes, but for those that never got a line: they go. */
async function deleteEmpty(
  segments: readonly Segment[],
): Promise<{ segment: Segment; size: number }[]> {
  const kept = [];
  for (const segment of segments) {
    const size = await sizeOf(segment);
    if (size > EMPTY_BYTES) kept.push({ segment, size });
    else await rm(segment.path, { force: true });
  }
  return kept;
}

/** What of a text is still to be written, after so many bytes of it were: a line that was cut is written again as a whole. */
function withoutWholeLines(text: string, bytes: number): string {
  const written = Buffer.from(text).subarray(0, Math.max(0, bytes)).toString();
  return text.slice(written.lastIndexOf('\n') + 1);
}

function headOf(open: ReadonlyMap<string, string>): string {
  return [headLine(open.size), ...open.values(), ''].join('\n');
}
