import { join } from 'node:path';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { MOST_RECORDS } from '@aicp/contracts/usage/usage-batch';
import { systemDisk, type JournalDisk } from '../journal/disk.ts';
import type { JournalOutlet, ReadableJournal } from '../journal/journal-outlet.ts';
import type { Segment } from '../journal/segments.ts';
import { segmentsSince } from '../journal/segments-since.ts';
import type { DeliveryCounts } from './counts.ts';
import type { CursorDisk } from './cursor-disk.ts';
import { CursorFile } from './cursor-file.ts';
import { JournalReader, type PlacedFacts } from './journal-reader.ts';
import { Outgoing } from './outgoing.ts';
import { BEGINNING, isBefore, laterOf, type Position } from './position.ts';
import { Remains } from './remains.ts';
import { isSelfContained } from './segment-head.ts';
import { SegmentRemains } from './segment-remains.ts';

/** The limits of a day are counted anew from the journal, and a day has 25 hours at most. */
const NEEDED_MS = 25 * 3_600_000;
const CLEANED_EVERY_MS = 600_000;

export interface OutboxOptions {
  /** Where the journal is. */
  readonly journal: string;
  /** Where it keeps what it knows. */
  readonly directory: string;
  readonly counts: DeliveryCounts;
  readonly log: Logger;
  readonly clock: Clock;
  readonly disk?: JournalDisk;
  readonly cursorDisk?: CursorDisk;
  /** The most records of a batch; as the contract says, if not given. */
  readonly mostRecords?: number;
  /** Lets requests have their turn. */
  readonly rest: () => Promise<void>;
}

/** What is in the journal and not delivered, from the oldest on. */
export class Outbox implements JournalOutlet {
  private readonly options: OutboxOptions;
  private readonly disk: JournalDisk;
  private readonly cursorFile: CursorFile;
  private readonly remains: Remains;
  private files: ReadableJournal | undefined;
  private reader: JournalReader | undefined;
  /** Up to where the journal is delivered. */
  private cursor = BEGINNING;
  /** Whether the next process would find it. */
  private isCursorSaved = false;
  /** What was read and is in no batch. */
  private queue: PlacedFacts[] = [];
  private work: Promise<unknown> = Promise.resolve();
  /** The newest segment of processes before this one, and whether all that they left is delivered. */
  private newestBefore = 0;
  private isOlderDelivered = false;
  private isLoaded = false;
  private nextCleaning: number;

  constructor(options: OutboxOptions) {
    const { directory, log, clock, disk = systemDisk, cursorDisk } = options;
    this.options = options;
    this.disk = disk;
    const path = join(directory, 'cursor.json');
    this.cursorFile = new CursorFile({ path, log, disk: cursorDisk });
    this.remains = new Remains({ directory });
    this.nextCleaning = clock.monotonic();
  }

  attach(files: ReadableJournal, newestBefore: number): void {
    this.files = files;
    this.newestBefore = newestBefore;
    this.isOlderDelivered = newestBefore === 0;
  }

  /** Bytes on disk that are not delivered. */
  get leftBytes(): number {
    const { segment, offset } = this.cursor;
    const sizes = (this.files?.list() ?? []).map(({ segment: { number }, size }) => {
      if (number < segment) return 0;
      return number === segment ? Math.max(0, size - offset) : size;
    });
    return sizes.reduce((sum, size) => sum + size, this.remains.bytes);
  }

  /** Whether all that processes before this one left is delivered. */
  get hasDeliveredOlder(): boolean {
    return this.isOlderDelivered;
  }

  /** The oldest records, of so many requests at most; undefined where there is none. Rejects with the disk's error. */
  next(most: number): Promise<Outgoing | undefined> {
    return this.alone(async () => {
      const outgoing = new Outgoing(most);
      try {
        const isLeft = await this.remains.fill(outgoing);
        if (!outgoing.isEmpty) outgoing.isOlder = this.remains.oldest <= this.newestBefore;
        if (isLeft) outgoing.leftSince = outgoing.oldest?.at;
        else await this.fill(outgoing);
      } catch (error) {
        this.rewind();
        throw error;
      }
      // Those of before come first: once there are others, or none, all of them were taken.
      if (outgoing.isOlder !== true) this.isOlderDelivered = true;
      return outgoing.isEmpty ? undefined : outgoing;
    });
  }

  /**
   * Rejects with the disk's error as long as the next process would not find up to where all is delivered. Nothing may be sent meanwhile: so
   * one batch at most was sent that the next process does not know of, which is what SegmentRemains goes by.
   */
  confirm(): Promise<void> {
    return this.alone(async () => {
      if (!this.isCursorSaved) await this.save();
    });
  }

  /** A batch is given up: what is in it is read again. */
  returned(): Promise<void> {
    return this.alone(() => {
      this.rewind();
      return Promise.resolve();
    });
  }

  /** A batch was delivered. */
  taken({ upTo, remains }: Outgoing): Promise<void> {
    return this.alone(async () => {
      if (upTo) await this.moveTo(upTo);
      // Their file says up to where all is delivered as long as the cursor does not; what is sent again counts once.
      if (remains !== undefined && this.isCursorSaved) await this.remains.taken(remains);
      await this.clean();
    });
  }

  beforeDeletion(segment: Segment): Promise<void> {
    return this.alone(async () => {
      const { files, disk, options, cursor } = this;
      // What is kept of it already, by a process that died then, stays as it is.
      if (!files || this.remains.has(segment.number)) return;
      const reader = this.readerFrom(cursor);
      const { counts, log, clock, rest, mostRecords = MOST_RECORDS } = options;
      const newId = (): string => uuidV7(clock.now());
      const of = { files, disk, reader, newId, rest, mostRecords };
      const summed = new SegmentRemains(of);
      if (!isBefore(cursor, endOf(segment.number))) {
        await this.remains.keep(segment.number, summed.ofDelivered(segment.number));
        return;
      }
      await this.remains.keep(segment.number, summed.of(segment.number));
      counts.summed += summed.requests;
      const { requests, attempts, kept, sums } = summed;
      log.error({ segment: segment.number, requests, attempts, sums, kept }, 'usage_summed');
      this.reader = reader;
      this.queue = [];
      await this.moveTo(endOf(segment.number));
    });
  }

  private rewind(): void {
    this.reader = undefined;
    this.queue = [];
  }

  private async fill(outgoing: Outgoing): Promise<void> {
    const reader = (this.reader ??= this.readerFrom(this.cursor));
    while ((await this.hasMore(reader)) && this.isMoved(outgoing)) await this.options.rest();
    const [first] = this.queue;
    if (first) outgoing.leftSince = Date.parse(first.usage.at);
    // What is behind the last outcome need not be read again.
    else if (outgoing.upTo) outgoing.upTo = reader.position;
    else this.cursor = laterOf(this.cursor, reader.position);
  }

  /** Moves what was read into a batch. Whether all had room. */
  private isMoved(outgoing: Outgoing): boolean {
    const full = this.queue.findIndex(
      (facts) => !outgoing.takeFacts(facts, facts.end.segment <= this.newestBefore),
    );
    const moved = this.queue.splice(0, full === -1 ? this.queue.length : full);
    outgoing.upTo = moved.at(-1)?.end ?? outgoing.upTo;
    return full === -1;
  }

  /** Whether facts wait, once some were read if there were any. */
  private async hasMore(reader: JournalReader): Promise<boolean> {
    while (this.queue.length === 0) {
      const facts = await reader.read();
      if (!facts) return false;
      this.queue.push(...facts);
      await this.options.rest();
    }
    return true;
  }

  private readerFrom(from: Position): JournalReader {
    const { disk, options, files } = this;
    const onUnreadable = (line: string): void => {
      options.counts.unreadable += 1;
      options.log.warn({ line: line.slice(0, 300) }, 'journal_line_unreadable');
    };
    return new JournalReader({ files: files ?? { list: () => [] }, disk, from, onUnreadable });
  }

  private async moveTo(position: Position): Promise<void> {
    this.cursor = laterOf(this.cursor, position);
    this.isCursorSaved = false;
    await this.save().catch(() => {
      // It is logged there, and nothing is sent until it is saved.
    });
  }

  private async save(): Promise<void> {
    await this.cursorFile.save(this.cursor);
    this.isCursorSaved = true;
  }

  /** Deletes what is delivered, and what nobody counts limits from. */
  private async clean(): Promise<void> {
    const { clock, journal } = this.options;
    const { files, disk } = this;
    if (!files || clock.monotonic() < this.nextCleaning) return;
    this.nextCleaning = clock.monotonic() + CLEANED_EVERY_MS;
    const [needed] = await segmentsSince(journal, clock.now() - NEEDED_MS, disk);
    const before = files.list().filter(({ segment }) => segment.number <= this.cursor.segment);
    let first = before.pop();
    while (first && !(await isSelfContained(first, disk))) first = before.pop();
    await files.deleteBefore(Math.min(needed?.number ?? 0, first?.segment.number ?? 0));
  }

  /** One after the other, and after what an earlier process left was found. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.work.then(async () => {
      if (!this.isLoaded) await this.load();
      return await work();
    });
    this.work = done.catch(() => undefined);
    return done;
  }

  private async load(): Promise<void> {
    await this.remains.load();
    const saved = (await this.cursorFile.load()) ?? BEGINNING;
    const known = laterOf(saved, endOf(this.remains.newest));
    const newest = this.files?.list().at(-1)?.segment.number ?? 0;
    // Of another journal than the one that is there: somebody took that away, and segments are numbered anew.
    this.cursor = BEGINNING;
    // Saved at once, so that it has its room before the disk may be full.
    await this.moveTo(known.segment > newest ? BEGINNING : known);
    this.isLoaded = true;
  }
}

/** Behind all that a segment can hold. */
const endOf = (segment: number): Position => ({ segment, offset: Number.MAX_SAFE_INTEGER });
