import type { Logger } from '@aicp/common/log/logger';
import type { JournalOutlet } from './journal-outlet.ts';
import type { Kept, KeptSegments } from './kept-segments.ts';
import type { JournalLimits } from './options.ts';
import type { SegmentWriter } from './segment-writer.ts';

export interface SizeLimitOptions {
  readonly limits: JournalLimits;
  readonly kept: KeptSegments;
  readonly writer: Pick<SegmentWriter, 'size' | 'chore'>;
  readonly counts: { deletedSegments: number; lostBytes: number };
  readonly log: Logger;
  readonly outlet?: JournalOutlet | undefined;
}

/** So many segments it may be too large by while what is in the oldest cannot be handed over; then that is lost. */
const MOST_BEYOND = 2;

/** Keeps the journal to its size. */
export class SizeLimit {
  /** Under `refuse`: no more may be written until others took segments away. */
  isReached = false;
  private readonly options: SizeLimitOptions;
  private isMakingRoom = false;
  /** The segment whose loss threatens, which was told of. */
  private threatened: number | undefined;

  constructor(options: SizeLimitOptions) {
    this.options = options;
  }

  /** Under `serve` the oldest segments go; under `refuse` nothing does, and requests are refused until others made room. */
  async keep(): Promise<void> {
    if (this.options.limits.onFull === 'refuse') await this.look();
    else if (!this.isMakingRoom) await this.makeRoom();
  }

  private get beyond(): number {
    const { limits, kept, writer } = this.options;
    return kept.size + writer.size - limits.totalBytes;
  }

  private look(): Promise<void> {
    const { kept, writer, log } = this.options;
    return writer.chore(async () => {
      if (this.beyond > 0) await kept.refresh();
      if (this.beyond > 0 && !this.isReached) {
        log.error({ bytes: kept.size + writer.size }, 'journal_at_limit');
      }
      this.isReached = this.beyond > 0;
    });
  }

  private async makeRoom(): Promise<void> {
    this.isMakingRoom = true;
    let oldest = this.options.kept.all[0];
    while (oldest && this.beyond > 0 && (await this.isGone(oldest))) {
      oldest = this.options.kept.all[0];
    }
    this.isMakingRoom = false;
  }

  private async isGone(oldest: Kept): Promise<boolean> {
    const { kept, writer, counts } = this.options;
    const handover = await this.handOver(oldest);
    if (handover === 'not yet') return false;
    let isDeleted = false;
    await writer.chore(async () => {
      await kept.delete(oldest);
      counts.deletedSegments += 1;
      if (handover === 'lost') counts.lostBytes += oldest.size;
      isDeleted = true;
    });
    return isDeleted;
  }

  /** What becomes of what a segment holds. What is under way in the background does not wait for that. */
  private async handOver({ segment, size }: Kept): Promise<'done' | 'not yet' | 'lost'> {
    const { outlet, limits, log } = this.options;
    try {
      await outlet?.beforeDeletion(segment);
      return 'done';
    } catch (error) {
      const isLost = this.beyond > limits.segmentBytes * MOST_BEYOND;
      const { number } = segment;
      if (isLost || this.threatened !== number) {
        log.error({ err: error, segment: number, bytes: size, lost: isLost }, 'usage_not_kept');
      }
      this.threatened = number;
      return isLost ? 'lost' : 'not yet';
    }
  }
}
