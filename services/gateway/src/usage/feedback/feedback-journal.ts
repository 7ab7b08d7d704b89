import { parseJson } from '@aicp/common/json/parse-json';
import type { Logger } from '@aicp/common/log/logger';
import { feedbackRecord, type FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import { join } from 'node:path';
import { systemDisk, type JournalDisk } from '../journal/disk.ts';

const SEGMENT_BYTES = 262_144;
/** For some fifty thousand records, at no more than that in memory. */
const MOST_SEGMENTS = 32;
const SYNC_MS = 1_000;
const NAME = /^feedback-(\d{10})\.jsonl$/;

export interface FeedbackJournalOptions {
  readonly directory: string;
  readonly log: Logger;
  readonly disk?: JournalDisk;
  /** Bytes of a file, and how many there are at most. */
  readonly segmentBytes?: number;
  readonly mostSegments?: number;
}

/** A file, and what of it is not delivered. */
interface Segment {
  readonly number: number;
  readonly path: string;
  readonly lines: string[];
}

/** The file that is written. */
interface OpenFile {
  readonly segment: Segment;
  readonly descriptor: number;
  size: number;
}

/**
 * Feedback that waits for its delivery, on the disk: what was answered outlives this process. Beyond its bound, the oldest file goes. A file is deleted when all in it is delivered, so that
 * records may be delivered again after a crash: they count once.
 */
export class FeedbackJournal implements AsyncDisposable {
  /** Records that were dropped for newer ones. */
  dropped = 0;
  private readonly options: FeedbackJournalOptions;
  private readonly disk: JournalDisk;
  private readonly segments: Segment[];
  private file: OpenFile | undefined;
  private syncing: NodeJS.Timeout | undefined;

  private constructor(options: FeedbackJournalOptions, segments: Segment[]) {
    this.options = options;
    this.disk = options.disk ?? systemDisk;
    this.segments = segments;
  }

  /** Reads what an earlier process left. Rejects with the system's error where that cannot be read. */
  static async open(options: FeedbackJournalOptions): Promise<FeedbackJournal> {
    const { directory, disk = systemDisk } = options;
    await disk.makeDirectory(directory);
    const names = (await disk.list(directory)).filter((name) => NAME.test(name)).sort();
    const segments: Segment[] = [];
    for (const name of names) {
      const path = join(directory, name);
      const lines = (await textOf(disk, path)).split('\n').filter(isRecord);
      segments.push({ number: Number(NAME.exec(name)?.[1]), path, lines });
    }
    return new FeedbackJournal(options, segments);
  }

  get isEmpty(): boolean {
    return this.segments.every(({ lines }) => lines.length === 0);
  }

  /** Whether it is kept, so that it outlives this process. False: the disk does not take it. */
  add(record: FeedbackRecord): boolean {
    const line = JSON.stringify(record);
    const bytes = Buffer.from(`${line}\n`);
    try {
      const file = this.fileFor(bytes.length);
      if (!this.append(file, bytes)) return false;
      file.segment.lines.push(line);
      this.syncLater();
      return true;
    } catch (error) {
      this.options.log.warn({ err: error }, 'feedback_not_kept');
      return false;
    }
  }

  /** The oldest, as JSON. */
  next(most: number): string[] {
    const lines: string[] = [];
    for (const segment of this.segments) {
      lines.push(...segment.lines.slice(0, most - lines.length));
      if (lines.length >= most) break;
    }
    return lines;
  }

  /** So many of the oldest are delivered. */
  taken(count: number): void {
    let left = count;
    for (const segment of [...this.segments]) {
      left -= segment.lines.splice(0, left).length;
      if (segment.lines.length === 0) this.discard(segment);
      if (left === 0) return;
    }
  }

  /** Brings all to the disk. */
  async close(): Promise<void> {
    clearTimeout(this.syncing);
    const { file } = this;
    this.file = undefined;
    if (!file) return;
    await this.disk.sync(file.descriptor);
    this.disk.close(file.descriptor);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private fileFor(bytes: number): OpenFile {
    const { segmentBytes = SEGMENT_BYTES, mostSegments = MOST_SEGMENTS, directory } = this.options;
    if (this.file && this.file.size + bytes <= segmentBytes) return this.file;
    this.closeFile();
    while (this.segments.length >= mostSegments) this.dropOldest();
    const number = (this.segments.at(-1)?.number ?? 0) + 1;
    const path = join(directory, `feedback-${String(number).padStart(10, '0')}.jsonl`);
    const segment = { number, path, lines: [] };
    this.file = { segment, descriptor: this.disk.create(path), size: 0 };
    this.segments.push(segment);
    return this.file;
  }

  /** Whether the whole line is in the file: half a one is taken away again. */
  private append(file: OpenFile, bytes: Buffer): boolean {
    const written = this.disk.append(file.descriptor, bytes, 0);
    if (written === bytes.length) {
      file.size += written;
      return true;
    }
    this.disk.truncate(file.descriptor, file.size);
    return false;
  }

  private dropOldest(): void {
    const [oldest] = this.segments;
    if (!oldest) return;
    this.dropped += oldest.lines.length;
    this.options.log.warn({ records: oldest.lines.length }, 'feedback_dropped');
    this.discard(oldest);
  }

  private discard(segment: Segment): void {
    if (this.file?.segment === segment) this.closeFile();
    this.segments.splice(this.segments.indexOf(segment), 1);
    try {
      this.disk.removeNow(segment.path);
    } catch (error) {
      // What is delivered again after a restart counts once.
      this.options.log.warn({ err: error }, 'feedback_file_not_removed');
    }
  }

  private closeFile(): void {
    if (this.file) this.disk.close(this.file.descriptor);
    this.file = undefined;
  }

  private syncLater(): void {
    this.syncing ??= setTimeout(() => {
      this.syncing = undefined;
      const { file } = this;
      if (!file) return;
      this.disk.sync(file.descriptor).catch((error: unknown) => {
        this.options.log.warn({ err: error }, 'feedback_not_synced');
      });
    }, SYNC_MS).unref();
  }
}

/** A process that was killed may have left half a line, and a later version lines that nobody here can read. */
const isRecord = (line: string): boolean => feedbackRecord.safeParse(parseJson(line)).success;

async function textOf(disk: JournalDisk, path: string): Promise<string> {
  let text = '';
  for await (const piece of disk.read(path)) text += piece;
  return text;
}
