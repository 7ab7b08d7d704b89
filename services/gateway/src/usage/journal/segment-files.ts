import type { Logger } from '@aicp/common/log/logger';
import { headLine } from './codec.ts';
import { isMissing, type JournalDisk } from './disk.ts';
import type { KeptSegments } from './kept-segments.ts';
import { countLines, LineBuffer } from './line-buffer.ts';
import { SegmentFile, type Appended } from './segment-file.ts';
import { segmentAt, type Segment } from './segments.ts';

/** What went wrong with files, for metrics. */
export interface FileCounts {
  syncFailures: number;
  /** Segments that somebody removed while they were written. */
  removedSegments: number;
}

export interface SegmentFilesOptions {
  readonly directory: string;
  readonly disk: JournalDisk;
  readonly kept: KeptSegments;
  /** The number of the newest segment that is there. */
  readonly lastNumber: number;
  /** The intents of the requests that are under way. */
  readonly open: ReadonlyMap<string, string>;
  readonly counts: FileCounts;
  readonly log: Logger;
}

/** So many files that could not be removed may stay; no further one is made until one of them is gone. */
const MOST_LEFTOVERS = 2;

/**
 * The segment that is written, and what comes before and after it: the next, until its head is whole, and those that wait for their last
 * sync. Once a newer segment holds a line, nothing is written to an older one, so that replay meets all lines in their order.
 */
export class SegmentFiles {
  /** Undefined where a new segment is needed. */
  current: SegmentFile | undefined;
  /** Lines that the disk may have lost; they go into the next segment's head. */
  readonly again = new LineBuffer();
  private readonly options: SegmentFilesOptions;
  private readonly closing = new Set<SegmentFile>();
  /** Segments that never began, and could not be removed. */
  private leftovers: Segment[] = [];
  /** Given up with no line that does not stand in the next head. */
  private superseded: Segment[] = [];
  private number: number;
  private chores: Promise<void> = Promise.resolve();

  constructor(options: SegmentFilesOptions) {
    this.options = options;
    this.number = options.lastNumber;
  }

  get all(): readonly SegmentFile[] {
    return this.current ? [this.current, ...this.closing] : [...this.closing];
  }

  /** How many wait for their last sync. */
  get closingCount(): number {
    return this.closing.size;
  }

  /** Begins a new segment with all that has to stand in its head: what is under way, what may be lost, and these lines. All or nothing. */
  begin(lines: readonly Buffer[]): Appended {
    const bytes = lines.reduce((sum, piece) => sum + piece.length, 0);
    this.rescue();
    let file: SegmentFile;
    try {
      file = this.make();
    } catch (error) {
      return { bytes: 0, error };
    }
    const filled = this.fill(file, lines);
    if ('error' in filled) {
      this.remove(file);
      return { bytes: 0, error: filled.error };
    }
    this.retireCurrent();
    this.current = file;
    this.number = file.segment.number;
    this.again.clear();
    this.discardSuperseded();
    return { bytes };
  }

  /** Looks whether somebody removed the current segment. Then its lines are to be written again. */
  look(): Promise<void> {
    return this.chore(() => {
      this.rescue();
      return Promise.resolve();
    });
  }

  /** Writes no more to the current segment; it is synced and closed in the background. */
  retireCurrent(): void {
    const file = this.current;
    if (!file) return;
    this.current = undefined;
    this.closing.add(file);
    void this.chore(async () => {
      if (file.isClosed || file.isAbandoned) return;
      try {
        file.mend();
        await file.sync();
      } catch (error) {
        this.giveUp(file, error);
        return;
      }
      this.finish(file);
    });
  }

  /** Syncs the current segment; gives what went wrong. Then its lines are to be written again. */
  async sync(): Promise<{ error: unknown } | undefined> {
    const file = this.current;
    let failure: { error: unknown } | undefined;
    await this.chore(async () => {
      if (!file || file.isClosed || file.isAbandoned) return;
      try {
        await file.sync();
      } catch (error) {
        this.giveUp(file, error);
        failure = { error };
      }
    });
    return failure;
  }

  /** Does something after what is under way in the background. */
  chore(work: () => Promise<void>): Promise<void> {
    this.chores = this.chores.then(work).catch((error: unknown) => {
      this.options.log.error({ err: error }, 'journal_upkeep_failed');
    });
    return this.chores;
  }

  /** After what is under way. */
  async close(): Promise<void> {
    this.retireCurrent();
    await this.chores;
  }

  private make(): SegmentFile {
    const { disk, directory } = this.options;
    this.leftovers = this.leftovers.filter((segment) => !this.isRemoved(segment));
    if (this.leftovers.length >= MOST_LEFTOVERS) {
      throw Object.assign(new Error('Files of the journal cannot be removed'), { code: 'EIO' });
    }
    const segment = segmentAt(directory, this.number + 1);
    try {
      return new SegmentFile(disk, segment);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') this.number += 1;
      if (!isMissing(error)) throw error;
    }
    disk.makeDirectoryNow(directory);
    return new SegmentFile(disk, segment);
  }

  private fill(file: SegmentFile, lines: readonly Buffer[]): Appended {
    const { open } = this.options;
    const again = [...this.again.pieces(), ...lines];
    const count = again.reduce((sum, piece) => sum + countLines(piece), 0);
    const head = `${headLine({ carried: open.size, again: count })}\n`;
    const carried = open.size === 0 ? [] : [Buffer.from([...open.values(), ''].join('\n'))];
    let appended = file.appendUnheld(Buffer.from(head));
    for (const piece of [...carried, ...again]) {
      if ('error' in appended) return appended;
      appended = file.append(piece);
    }
    return appended;
  }

  /** What was written into a segment that somebody removed can still be read, until it is closed. */
  private rescue(): void {
    const file = this.current;
    if (!file?.isRemoved) return;
    const before = this.again.bytes;
    const error = file.handOverAll(this.again);
    const fields = { segment: file.segment.number, bytes: this.again.bytes - before, err: error };
    this.options.log.error(fields, 'journal_segment_removed');
    this.options.counts.removedSegments += 1;
    this.current = undefined;
    this.closing.add(file);
    void this.chore(() => {
      this.closing.delete(file);
      this.closeFile(file);
      return Promise.resolve();
    });
  }

  /** Takes away a segment that could not begin. */
  private remove(file: SegmentFile): void {
    const isEmpty = file.empty();
    this.closeFile(file);
    if (this.isRemoved(file.segment)) return;
    this.leftovers.push(file.segment);
    this.number = file.segment.number;
    if (!isEmpty) this.retireCurrent();
  }

  private isRemoved(segment: Segment): boolean {
    try {
      this.options.disk.removeNow(segment.path);
    } catch (error) {
      if (isMissing(error)) return true;
      this.options.log.debug({ err: error }, 'journal_segment_not_removed');
      return false;
    }
    return true;
  }

  /** The machine may have lost what was not synced: it is written again. */
  private giveUp(file: SegmentFile, error: unknown): void {
    if (file.isAbandoned) return;
    this.options.counts.syncFailures += 1;
    const bytes = file.unsyncedBytes;
    this.options.log.error({ err: error, bytes }, 'journal_not_synced');
    const isWhole = file.syncedSize === 0 && !file.hasForgotten;
    file.handOver(this.again);
    if (this.current === file) this.current = undefined;
    this.finish(file);
    if (isWhole) this.superseded.push(file.segment);
  }

  /** Closes a segment for good. */
  private finish(file: SegmentFile): void {
    this.closing.delete(file);
    this.closeFile(file);
    this.options.kept.add(file.segment, file.size);
  }

  /** Where closing fails the descriptor is gone all the same, and what is not synced by then is known. */
  private closeFile(file: SegmentFile): void {
    try {
      file.close();
    } catch (error) {
      this.options.log.warn({ err: error }, 'journal_close_failed');
    }
  }

  private discardSuperseded(): void {
    const { superseded } = this;
    this.superseded = [];
    for (const segment of superseded) void this.chore(() => this.options.kept.discard(segment));
  }
}
