import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { Batch, bytesOf, ScratchEncoder, type Answers, type WaitingIntent } from './batch.ts';
import { systemDisk } from './disk.ts';
import { type DiskState, noCounts, type JournalLimits, type JournalOptions } from './options.ts';
import { JournalFiles } from './journal-files.ts';
import { KeptSegments } from './kept-segments.ts';
import { Losses } from './losses.ts';
import { findOpenIntents, goesOn, unknownOutcomes } from './replay.ts';
import { SegmentWriter } from './segment-writer.ts';
import { listSegments } from './segments.ts';
import { SizeLimit } from './size-limit.ts';

const TICK_MS = 100;
const SYNC_EVERY_MS = 1000;
/** Outcomes wait so long for the next intent, to be written with it. */
const OUTCOME_WAITS_MS = 5;
/** Intents leave some of the room in memory to the outcomes of the requests that were let through. */
const SHARE_OF_INTENTS = 0.75;
/** Of the room in memory, for lines that are written but not synced. */
const SHARE_OF_HELD = 0.25;

/**
 * The gateway's memory of what it did: an intent before a provider is asked, an outcome when it is over, appended to segments on
 * disk. All intents of one turn of the event loop are one write, and so are the outcomes since the last.
 */
export class Journal {
  readonly counts = noCounts();
  readonly limits: JournalLimits;
  /** Intents of an earlier process whose requests are settled later; whoever does that calls `settle`. */
  settledLater: readonly string[] = [];
  private readonly log: Logger;
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly kept: KeptSegments;
  private readonly writer: SegmentWriter;
  private readonly sizeLimit: SizeLimit;
  private readonly losses: Losses;
  /** Runs while the journal is not at rest. */
  private timer: NodeJS.Timeout | undefined;
  private readonly encoder = new ScratchEncoder();
  private readonly open = new Map<string, string>();
  /** Requests under way whose intents found no room. */
  private readonly unwritten = new Set<string>();
  private batch = new Batch();
  private isScheduled = false;
  private isClosed = false;
  private later: NodeJS.Timeout | undefined;
  private nextSync: number;

  private constructor(options: JournalOptions & { readonly lastNumber: number }) {
    const { limits, clock, disk = systemDisk } = options;
    this.limits = limits;
    this.log = options.log;
    this.clock = clock;
    this.kept = new KeptSegments({ disk, log: options.log });
    this.writer = new SegmentWriter({
      ...options,
      disk,
      segmentBytes: limits.segmentBytes,
      heldBytes: limits.backlogBytes * SHARE_OF_HELD,
      kept: this.kept,
      open: this.open,
      counts: this.counts,
    });
    const { kept, writer, counts } = this;
    options.outlet?.attach(new JournalFiles({ kept, writer }), options.lastNumber);
    this.sizeLimit = new SizeLimit({ ...options, kept, writer, counts });
    this.losses = new Losses({ counts, log: options.log });
    this.nextSync = clock.monotonic() + SYNC_EVERY_MS;
    this.wake();
  }

  /**
   * Opens the journal in a directory. Requests that were under way when its last writer died get the outcome `unknown`, once, however
   * often this is interrupted and begun anew; those that are settled later stay under way. Rejects with the system's error where the directory or what is in it can't be read; a
   * disk that takes nothing is no reason not to start.
   */
  static async open(options: JournalOptions): Promise<Journal> {
    const { directory, disk = systemDisk } = options;
    const segments = await listSegments(directory, disk);
    const open = await findOpenIntents(segments, disk);
    const journal = new Journal({ ...options, lastNumber: segments.at(-1)?.number ?? 0 });
    await journal.kept.adopt(segments);
    journal.adopt(open);
    await journal.writer.sync();
    await journal.sizeLimit.keep();
    return journal;
  }

  /** How the disk takes what is written; `full` also where nothing may be deleted and the limit is reached. */
  get state(): DiskState {
    const { state } = this.writer;
    return (state === 'ok' || state === 'slow') && this.sizeLimit.isReached ? 'full' : state;
  }

  /** Whether requests are let through. */
  get isServing(): boolean {
    return this.limits.onFull === 'serve' || (this.writer.isWritable && !this.sizeLimit.isReached);
  }

  /** Bytes on disk. */
  get size(): number {
    return this.kept.size + this.writer.size;
  }

  /** Bytes of the lines in memory that are in no file yet. */
  get backlogBytes(): number {
    return this.writer.backlogBytes + this.batch.bytes;
  }

  /** Bytes on disk that the machine may still lose. */
  get unsyncedBytes(): number {
    return this.writer.unsyncedBytes;
  }

  /** Requests under way. */
  get underWay(): number {
    return this.open.size;
  }

  /**
   * Notes a request that is about to be sent. `answer` says whether it may go, when the intent is written, at the end of this turn of the
   * event loop. While the disk takes nothing it may go without that under `serve`, and may not under `refuse`.
   */
  intend(id: string, line: string, answer: (mayGo: boolean) => void): void {
    this.batch.addIntent({ id, line, answer });
    this.wake();
    this.writeSoon();
  }

  /** Notes a request under way anew, since another attempt at it is about to be sent. Written at once: few requests need it. */
  amend(id: string, line: string): void {
    this.wake();
    this.open.set(id, line);
    if (this.unwritten.has(id)) return;
    const bytes = Buffer.from(`${line}\n`);
    if (this.hasRoom(bytes.length)) this.writer.keep(bytes.subarray(this.writer.write(bytes)));
    else this.losses.note(1, this.backlogBytes);
  }

  /** Notes what came of a request. */
  settle(id: string, line: string): void {
    this.wake();
    const intent = this.unwritten.delete(id) ? this.open.get(id) : undefined;
    const isNoted = this.note(intent === undefined ? [line] : [intent, line]);
    // Until the outcome is written, a new segment has to repeat the intent.
    if (isNoted) this.batch.settled.push(id);
    else this.open.delete(id);
    this.counts.outcomes += 1;
  }

  /** Notes a request of which nothing was noted before: one that was never sent, and why, or one of a batch, and what came of it. */
  refuse(intent: string, outcome: string): void {
    this.wake();
    this.counts.intents += 1;
    this.counts.outcomes += 1;
    this.note([intent, outcome]);
  }

  /** What is due now and then: writing what waits, and syncing. */
  tick(): void {
    this.writer.retry();
    if (this.writer.isReady) this.catchUp();
    if (this.limits.onFull === 'serve' || !this.writer.isPaused) this.flush();
    if (this.clock.monotonic() < this.nextSync) return;
    this.nextSync = this.clock.monotonic() + SYNC_EVERY_MS;
    void this.doChores();
  }

  /** Writes what waits and closes the files. Rejects with the system's error where that fails. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    clearTimeout(this.later);
    this.flush();
    await this.writer.close();
  }

  /** Whether nothing is left to do until the next request: all is written and synced, none is under way, and nobody waits for room. */
  private get isAtRest(): boolean {
    return this.state === 'ok' && this.backlogBytes + this.unsyncedBytes + this.open.size === 0;
  }

  private wake(): void {
    if (!this.isClosed) this.timer ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  private async doChores(): Promise<void> {
    await Promise.all([this.writer.look(), this.writer.sync(), this.sizeLimit.keep()]);
    if (!this.isAtRest) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Whether there was room. */
  private note(lines: readonly string[]): boolean {
    const bytes = lines.reduce((sum, line) => sum + bytesOf(line), 0);
    if (!this.hasRoom(bytes)) {
      this.losses.note(lines.length, this.backlogBytes);
      return false;
    }
    for (const line of lines) this.batch.add(line);
    this.writeLater();
    return true;
  }

  private hasRoom(bytes: number, share = 1): boolean {
    if (this.writer.isReady) return true;
    const held = this.writer.heldBytes + this.batch.bytes;
    return held + bytes <= this.limits.backlogBytes * share;
  }

  /** At the end of this turn of the event loop. */
  private writeSoon(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      // A slow disk gets its time; the requests wait for the tick after it.
      if (this.limits.onFull === 'serve' || !this.writer.isPaused) this.flush();
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
    const { batch } = this;
    if (batch.isEmpty) return;
    this.batch = new Batch();
    const answers =
      this.limits.onFull === 'serve' ? this.writeServing(batch) : this.writeRefusing(batch);
    for (const id of batch.settled) this.open.delete(id);
    for (const [{ answer }, mayGo] of answers) answer(mayGo);
  }

  /** All requests go. What the disk does not take waits in memory, as long as there is room. */
  private writeServing({ text, intents }: Batch): Answers {
    const written = this.writer.isReady ? intents : this.thatFit(intents, text.length);
    const lines = this.encoder.encode(text, written);
    this.writer.keep(lines.subarray(this.writer.write(lines)));
    this.counts.intents += written.length;
    for (const { id, line } of intents) this.open.set(id, line);
    return intents.map((intent) => [intent, true]);
  }

  private thatFit(intents: readonly WaitingIntent[], taken: number): WaitingIntent[] {
    let sum = taken;
    return intents.filter(({ id, bytes }) => {
      const fits = this.hasRoom(sum + bytes, SHARE_OF_INTENTS);
      if (fits) sum += bytes;
      else this.unwritten.add(id);
      return fits;
    });
  }

  /** Only requests whose intents are written go. */
  private writeRefusing({ text, intents }: Batch): Answers {
    const outcomes = Buffer.byteLength(text);
    const lines = this.encoder.encode(text, this.sizeLimit.isReached ? [] : intents);
    const written = this.writer.write(lines);
    this.writer.keep(lines.subarray(Math.min(written, outcomes), outcomes));
    let end = this.sizeLimit.isReached ? Infinity : outcomes;
    return intents.map((intent) => {
      end += intent.bytes;
      if (end <= written) {
        this.counts.intents += 1;
        this.open.set(intent.id, intent.line);
      }
      return [intent, end <= written];
    });
  }

  /** After the disk took nothing for a while: the intents that found no room, of requests that are still under way. */
  private catchUp(): void {
    this.losses.end();
    if (this.unwritten.size === 0) return;
    const lines = [...this.unwritten].flatMap((id) => this.open.get(id) ?? []);
    this.counts.intents += lines.length;
    this.unwritten.clear();
    this.note(lines);
  }

  private adopt(open: ReadonlyMap<string, string>): void {
    for (const [id, line] of open) if (goesOn(line)) this.open.set(id, line);
    this.settledLater = [...this.open.values()];
    const ended = [...open].filter(([id]) => !this.open.has(id)).map(([, line]) => line);
    const outcomes = unknownOutcomes(ended, this.log);
    this.counts.replayed = outcomes.length;
    this.writer.keep(Buffer.from(outcomes.map((outcome) => `${outcome}\n`).join('')));
    this.writer.retry();
  }
}
