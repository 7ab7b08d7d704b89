import type { Prior } from './location-experts.ts';
import { TailWidths } from './tail-widths.ts';

/** Samples of the keys that the figures of a model remember. */
const MEMORY = 200;
/** What is assumed before there is anything, as so many samples. */
const ASSUMED = 3;
/** A key's own prior counts as so many answers at least and at most. */
const PRIOR_BOUNDS = [0.05, 20] as const;
const TAIL_RATE = 0.02;

/** Where figures of the answers of many keys begin. */
export interface Spread {
  /** The middle, in logarithms of tokens. */
  readonly location: number;
  /** Variance of answers of all keys around it. */
  readonly variance: number;
  /** Variance of the answers of one key around their own middle. */
  readonly within: number;
}

/**
 * What the answers of all keys have in common, by which a key with little history is foretold. Each key counts at its first, second, fourth, eighth answer and so on, so that a busy one does not
 * speak for all.
 */
export class ModelOutputs implements Spread {
  readonly tails = new TailWidths(TAIL_RATE);
  private readonly start: () => Spread;
  private readonly middle = mean();
  private readonly squares = mean();
  private readonly own = mean();

  /** `start`: what is said as long as there is little. */
  constructor(start: () => Spread) {
    this.start = start;
  }

  /** Whether any answer was taken in. */
  get isEmpty(): boolean {
    return this.middle.weight === 0;
  }

  get location(): number {
    return blended(this.middle, this.start().location);
  }

  get variance(): number {
    return Math.max(blended(this.squares, this.start().variance), this.within);
  }

  get within(): number {
    return blended(this.own, this.start().within);
  }

  /** What a key begins with: the more alike the keys are, the more it counts. */
  prior(): Prior & { readonly between: number } {
    const { location, variance, within } = this;
    const between = Math.max(variance - within, within / PRIOR_BOUNDS[1]);
    return { location, between, weight: Math.max(PRIOR_BOUNDS[0], within / between) };
  }

  /** Takes in an answer that is a key's `count`th. `distance`: from that key's own middle, where it has one. */
  observe(log: number, { count, distance }: { count: number; distance: number | undefined }): void {
    if (!isPowerOfTwo(count)) return;
    this.squares.add((log - this.location) ** 2);
    this.middle.add(log);
    if (distance !== undefined) this.own.add(distance ** 2);
  }
}

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

interface Mean {
  value: number;
  weight: number;
  add(value: number): void;
}

/** A mean of the last so many. */
function mean(): Mean {
  const of: Mean = {
    value: 0,
    weight: 0,
    add: (value) => {
      of.weight += 1 - of.weight / MEMORY;
      of.value += (value - of.value) / of.weight;
    },
  };
  return of;
}

const blended = ({ value, weight }: Mean, start: number): number =>
  (value * weight + start * ASSUMED) / (weight + ASSUMED);
