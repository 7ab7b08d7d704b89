import type { Logger } from '@aicp/common/log/logger';
import type { KeptSegments } from './kept-segments.ts';
import type { JournalLimits } from './options.ts';
import type { SegmentWriter } from './segment-writer.ts';

export interface SizeLimitOptions {
  readonly limits: JournalLimits;
  readonly kept: KeptSegments;
  readonly writer: Pick<SegmentWriter, 'size' | 'chore'>;
  readonly counts: { deletedSegments: number };
  readonly log: Logger;
}

/** Keeps the journal to its size. */
export class SizeLimit {
  /** Under `refuse`: no more may be written until others took segments away. */
  isReached = false;
  private readonly options: SizeLimitOptions;

  constructor(options: SizeLimitOptions) {
    this.options = options;
  }

  /** Under `serve` the oldest segments go; under `refuse` nothing does, and requests are refused until others made room. */
  keep(): Promise<void> {
    const { limits, kept, writer, counts, log } = this.options;
    const bytes = (): number => kept.size + writer.size;
    const isBeyond = (): boolean => bytes() > limits.totalBytes;
    return writer.chore(async () => {
      if (limits.onFull === 'serve') {
        while (isBeyond() && (await kept.deleteOldest())) counts.deletedSegments += 1;
        return;
      }
      if (isBeyond()) await kept.refresh();
      if (isBeyond() && !this.isReached) log.error({ bytes: bytes() }, 'journal_at_limit');
      this.isReached = isBeyond();
    });
  }
}
