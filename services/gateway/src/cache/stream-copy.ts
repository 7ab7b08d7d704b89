import type { KeyHolder } from '../memory/holders.ts';
import type { SharedBudget } from '../memory/shared-budget.ts';

/** Events name their answer each time: a stream is so much larger than the text that it brings. */
const STREAM_A_TEXT = 16;

/** A copy of a stream that passes, until its answer is kept. Its memory is of what answers may fill; where there is none, or it is too much, there is no copy. */
export class StreamCopy {
  private readonly budget: SharedBudget;
  private readonly holder: KeyHolder;
  private readonly most: number;
  private pieces: Buffer[] | undefined = [];
  private size = 0;

  constructor(options: {
    readonly budget: SharedBudget;
    readonly holder: KeyHolder;
    readonly maxAnswerBytes: number;
  }) {
    this.budget = options.budget;
    this.holder = options.holder;
    this.most = options.maxAnswerBytes * STREAM_A_TEXT;
  }

  push(bytes: Buffer): void {
    const { pieces, budget, holder, size } = this;
    if (!pieces) return;
    const isTooMuch = size + bytes.length > this.most;
    if (isTooMuch || budget.takeFor(holder, bytes.length, size) !== undefined) {
      this.drop();
      return;
    }
    this.size += bytes.length;
    pieces.push(Buffer.from(bytes));
  }

  /** All of it, which is not held any more; undefined where there is no copy. */
  take(): Buffer | undefined {
    const { pieces } = this;
    const whole = pieces && Buffer.concat(pieces);
    this.drop();
    return whole;
  }

  drop(): void {
    this.budget.giveBackFor(this.holder, this.size);
    this.size = 0;
    this.pieces = undefined;
  }
}
