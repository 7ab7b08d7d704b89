import { BELL_TENTH } from './output-forecast.ts';

const TENTH = 0.1;
const NARROWEST = 0.2;
const WIDEST = 5;

/**
 * How far the tenth and the ninetieth percentile are from the middle, in standard deviations. They begin as those of a bell curve and move with each answer by how it fell, so that in
 * the long run one in ten is below and one in ten above whatever the answers' distribution (Gibbs and Candès, "Adaptive Conformal Inference Under Distribution Shift", 2021).
 */
export class TailWidths {
  private readonly rate: number;
  low = BELL_TENTH;
  high = BELL_TENTH;

  /** `rate`: how far one answer moves them. */
  constructor(rate: number) {
    this.rate = rate;
  }

  /** Takes in how far an answer was from the middle, in standard deviations; `at` are the widths that were foretold. */
  observe(distance: number, at: { readonly low: number; readonly high: number }): void {
    this.low = moved(this.low, -distance > at.low, this.rate);
    this.high = moved(this.high, distance > at.high, this.rate);
  }
}

const moved = (width: number, isBeyond: boolean, rate: number): number =>
  Math.min(WIDEST, Math.max(NARROWEST, width + rate * ((isBeyond ? 1 : 0) - TENTH)));
