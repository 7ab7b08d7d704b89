import type { Logger } from '@aicp/common/log/logger';
import { headLine } from './codec.ts';
import type { JournalDisk } from './disk.ts';
import { sizeOf, type Segment } from './segments.ts';

/** A segment of a head that repeats nothing. */
const EMPTY_BYTES = headLine({ carried: 0, again: 0 }).length + 1;

/** A segment, with the bytes of the whole lines in it. */
export interface Kept {
  readonly segment: Segment;
  readonly size: number;
}

/** The segments that are written no more. */
export class KeptSegments {
  private kept: Kept[] = [];
  private readonly disk: JournalDisk;
  private readonly log: Logger;

  constructor(options: { readonly disk: JournalDisk; readonly log: Logger }) {
    this.disk = options.disk;
    this.log = options.log;
  }

  get size(): number {
    return this.kept.reduce((sum, { size }) => sum + size, 0);
  }

  /** Oldest first. */
  get all(): readonly Kept[] {
    return this.kept.toSorted((a, b) => a.segment.number - b.segment.number);
  }

  add(segment: Segment, size: number): void {
    this.kept.push({ segment, size });
  }

  /** Removes a segment whose lines all stand elsewhere. Rejects with the system's error, and keeps it then. */
  async discard(segment: Segment): Promise<void> {
    await this.disk.remove(segment.path);
    this.kept = this.kept.filter((one) => one.segment !== segment);
  }

  /** Takes over those that are there, but for those that never got a line: they go. */
  async adopt(segments: readonly Segment[]): Promise<void> {
    for (const segment of segments) {
      const size = await sizeOf(segment, this.disk);
      if (size > EMPTY_BYTES) this.add(segment, size);
      else await this.removeEmpty(segment);
    }
  }

  private async removeEmpty(segment: Segment): Promise<void> {
    try {
      await this.disk.remove(segment.path);
    } catch (error) {
      this.log.warn({ err: error, segment: segment.number }, 'journal_segment_not_removed');
    }
  }

  /** Looks which are still there: others may take them away once their records are elsewhere. */
  async refresh(): Promise<void> {
    const known = this.kept;
    const sizes = await Promise.all(known.map(({ segment }) => sizeOf(segment, this.disk)));
    const gone = new Set(known.filter((_, index) => sizes[index] === 0));
    this.kept = this.kept.filter((one) => !gone.has(one));
  }

  /** Removes one to make room. Rejects with the system's error, and keeps it then. */
  async delete({ segment, size }: Kept): Promise<void> {
    await this.discard(segment);
    this.log.warn({ segment: segment.number, bytes: size }, 'journal_segment_deleted');
  }
}
