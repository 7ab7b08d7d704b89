import type { UpstreamCall } from '../../providers/upstream/provider-client.ts';

const SLICE_BYTES = 131_072;

/** Whether more of an answer is read: not while anything asks to wait, and every now and then it is the turn of others. */
export class ReadingPace {
  private pauses = 0;
  /** Bytes since others had their turn. */
  private bytes = 0;

  /** Something asks to wait. Answers whether nothing did before. */
  pause(): boolean {
    this.pauses += 1;
    return this.pauses === 1;
  }

  /** It does not any more. Answers whether nothing does. */
  resume(): boolean {
    this.pauses -= 1;
    return this.pauses === 0;
  }

  get isPaused(): boolean {
    return this.pauses > 0;
  }

  /** So many bytes came. A provider that sends fast would be read for many milliseconds on end. */
  came(bytes: number, call: UpstreamCall | undefined, isCurrent: () => boolean): void {
    this.bytes += bytes;
    if (this.bytes < SLICE_BYTES || !call) return;
    this.bytes = 0;
    call.pause();
    setImmediate(() => {
      if (isCurrent() && !this.isPaused) call.resume();
    });
  }
}
