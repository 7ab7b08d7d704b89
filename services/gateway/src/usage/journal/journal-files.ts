import type { Kept, KeptSegments } from './kept-segments.ts';
import type { ReadableJournal } from './journal-outlet.ts';
import type { SegmentWriter } from './segment-writer.ts';

export interface JournalFilesOptions {
  readonly kept: KeptSegments;
  readonly writer: Pick<SegmentWriter, 'open' | 'again' | 'chore'>;
}

/** The journal's segments, for who reads them while they are written. */
export class JournalFiles implements ReadableJournal {
  private readonly options: JournalFilesOptions;

  constructor(options: JournalFilesOptions) {
    this.options = options;
  }

  list(): Kept[] {
    const { kept, writer } = this.options;
    return [...kept.all, ...writer.open].sort((a, b) => a.segment.number - b.segment.number);
  }

  again(): string[] {
    const bytes = Buffer.concat(this.options.writer.again);
    return bytes.toString().split('\n').slice(0, -1);
  }

  deleteBefore(number: number): Promise<void> {
    const { kept, writer } = this.options;
    return writer.chore(async () => {
      for (const { segment } of kept.all) if (segment.number < number) await kept.discard(segment);
    });
  }
}
