import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { Backoff } from './backoff.ts';
import type { Kept } from './kept-segments.ts';
import { stateOf, type DiskState, type WriterCounts } from './options.ts';
import { LineBuffer } from './line-buffer.ts';
import type { Appended, SegmentFile } from './segment-file.ts';
import { SegmentFiles, type SegmentFilesOptions } from './segment-files.ts';

export interface SegmentWriterOptions extends SegmentFilesOptions {
  /** A segment is followed by a new one beyond this. */
  readonly segmentBytes: number;
  /** So many bytes of lines that are written are held until they are synced. */
  readonly heldBytes: number;
  readonly counts: WriterCounts;
  readonly log: Logger;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** A write that takes longer than this says that the disk is slow: the next waits as long as this one took. */
const SLOW_MS = 100;
const LONGEST_PAUSE_MS = 1000;
/** So many bytes that waited are written at once, before requests have their turn again. */
const DRAINED_AT_ONCE_BYTES = 1 << 20;
/** So many segments may wait for their last sync; no new one is begun until then. */
const MOST_CLOSING = 16;
const CLOSE_ATTEMPTS = 3;

/**
 * Writes lines into segments, whatever the disk does. A write that fails leaves its lines in memory, to be tried again later and later.
 * A full disk costs no new file: the segment is cut back to its last whole line and goes on when there is room. A segment that fails
 * otherwise, or can't be synced, is given up: the next begins with all that may be missing in it.
 */
export class SegmentWriter {
  private readonly options: SegmentWriterOptions;
  private readonly counts: WriterCounts;
  private readonly files: SegmentFiles;
  private readonly backoff: Backoff;
  private readonly rotateBackoff: Backoff;
  private readonly syncBackoff: Backoff;
  /** Lines that were not written so far. */
  private readonly waiting = new LineBuffer();
  private writeState: DiskState = 'ok';
  private lastError: unknown;

  constructor(options: SegmentWriterOptions) {
    const { clock } = options;
    this.options = options;
    this.counts = options.counts;
    this.files = new SegmentFiles(options);
    this.backoff = new Backoff(clock, { baseMs: 25, maxMs: 1000 });
    this.rotateBackoff = new Backoff(clock, { baseMs: 1000, maxMs: 30_000 });
    this.syncBackoff = new Backoff(clock, { baseMs: 1000, maxMs: 30_000 });
  }

  get state(): DiskState {
    if (!this.isWritable) return this.writeState;
    if (this.syncBackoff.failures > 0) return 'failing';
    return this.isPaused ? 'slow' : 'ok';
  }

  /** Whether lines would be tried at once. */
  get isReady(): boolean {
    return this.backoff.isOver && this.backlogBytes === 0;
  }

  /** Whether the last write succeeded. */
  get isWritable(): boolean {
    return this.writeState === 'ok' || this.writeState === 'slow';
  }

  /** Whether it only gives a slow disk some time. */
  get isPaused(): boolean {
    return this.writeState === 'slow' && !this.backoff.isOver;
  }

  /** Bytes of the lines that wait to be written. */
  get backlogBytes(): number {
    return this.files.again.bytes + this.waiting.bytes;
  }

  /** Bytes of all lines that are held in memory. */
  get heldBytes(): number {
    return this.files.all.reduce((sum, file) => sum + file.heldBytes, this.backlogBytes);
  }

  /** Bytes on disk that the machine may still lose. */
  get unsyncedBytes(): number {
    return this.files.all.reduce((sum, file) => sum + file.unsyncedBytes, 0);
  }

  /** Bytes of the segments that are not closed. */
  get size(): number {
    return this.files.all.reduce((sum, file) => sum + file.size, 0);
  }

  /** Lines that the disk may have lost, or did not take, as long as no other segment has them. */
  get again(): readonly Buffer[] {
    return [...this.files.again.pieces(), ...this.waiting.pieces()];
  }

  /** The segments that are not closed. */
  get open(): readonly Kept[] {
    return this.files.all;
  }

  /** Writes lines now, if nothing older waits; gives how many bytes at their beginning are in a file. */
  write(lines: Buffer): number {
    this.retry();
    if (!this.isReady) return 0;
    const { current } = this.files;
    if (!current) return this.begin([lines]) ? lines.length : 0;
    if (this.isDue(current)) {
      if (this.begin([lines])) return lines.length;
      this.rotateBackoff.fail();
      return 0;
    }
    return this.append(current, lines);
  }

  /** Keeps lines that could not be written. */
  keep(lines: Buffer): void {
    this.waiting.append(lines);
  }

  /** Tries again what waits, if it is time. */
  retry(): void {
    if (!this.backoff.isOver) return;
    if (!this.files.current || this.files.again.bytes > 0) {
      if (this.begin(this.waiting.pieces())) this.waiting.clear();
      return;
    }
    if (!this.isWritable) this.note(this.files.current.probe(), this.options.clock.monotonic());
    this.drain();
  }

  private drain(): void {
    let drained = 0;
    while (drained < DRAINED_AT_ONCE_BYTES && this.backoff.isOver) {
      const lines = this.waiting.first();
      const { current } = this.files;
      if (!lines || !current) return;
      const bytes = this.append(current, lines);
      this.waiting.drop(bytes);
      drained += bytes;
    }
  }

  /** Brings what was written to the disk itself. What could not be is written again into a new segment. */
  async sync(): Promise<void> {
    const unsynced = this.files.current?.unsyncedBytes ?? 0;
    if (!this.syncBackoff.isOver || unsynced === 0) return;
    const failure = await this.files.sync();
    if (failure) {
      this.syncBackoff.fail();
      this.failed(failure.error);
    } else {
      this.syncBackoff.succeed();
    }
  }

  /** Looks whether somebody removed the current segment, and writes its lines again. */
  async look(): Promise<void> {
    await this.files.look();
    if (this.files.again.bytes > 0) this.retry();
  }

  /** Does something after what is under way in the background. */
  chore(work: () => Promise<void>): Promise<void> {
    return this.files.chore(work);
  }

  /** Writes and syncs what it can, and closes all files. Rejects with the system's error where lines could not be written. */
  async close(): Promise<void> {
    await this.files.look();
    for (let attempt = 0; attempt < CLOSE_ATTEMPTS; attempt += 1) {
      while (this.backlogBytes > 0 && this.hasProgressed());
      this.syncBackoff.hurry();
      await this.sync();
      if (this.backlogBytes === 0) await this.files.close();
      if (this.backlogBytes === 0) return;
    }
    await this.files.close();
    this.options.log.error({ bytes: this.backlogBytes }, 'journal_lines_lost');
    throw this.lastError;
  }

  private hasProgressed(): boolean {
    const before = this.backlogBytes;
    this.backoff.hurry();
    this.retry();
    return this.backlogBytes < before;
  }

  private isDue(file: SegmentFile): boolean {
    return (
      file.size >= this.options.segmentBytes &&
      this.files.closingCount < MOST_CLOSING &&
      this.rotateBackoff.isOver
    );
  }

  private begin(lines: readonly Buffer[]): boolean {
    const began = this.options.clock.monotonic();
    const begun = this.files.begin(lines);
    this.note(begun, began);
    if ('error' in begun) return false;
    this.rotateBackoff.succeed();
    return true;
  }

  private append(file: SegmentFile, lines: Buffer): number {
    const began = this.options.clock.monotonic();
    const appended = file.append(lines);
    this.note(appended, began);
    if ('error' in appended && this.writeState !== 'full') this.files.retireCurrent();
    file.holdAtMost(this.options.heldBytes);
    return appended.bytes;
  }

  private note(appended: Appended, began: number): void {
    this.counts.bytes += appended.bytes;
    if ('error' in appended) {
      this.counts.failures += 1;
      this.failed(appended.error);
    } else {
      if (appended.bytes > 0) this.counts.writes += 1;
      this.succeeded(this.options.clock.monotonic() - began);
    }
  }

  private succeeded(tookMs: number): void {
    if (this.backoff.failures > 0) {
      this.options.log.info({ failures: this.backoff.failures }, 'journal_written_again');
    }
    this.backoff.succeed();
    const isSlow = tookMs >= SLOW_MS;
    this.writeState = isSlow ? 'slow' : 'ok';
    if (!isSlow) return;
    this.counts.slowWrites += 1;
    this.backoff.wait(Math.min(tookMs, LONGEST_PAUSE_MS));
  }

  private failed(error: unknown): void {
    if (this.backoff.failures === 0) {
      this.options.log.error({ err: error }, 'journal_not_written');
    }
    this.lastError = error;
    this.writeState = stateOf(error);
    this.backoff.fail();
  }
}
