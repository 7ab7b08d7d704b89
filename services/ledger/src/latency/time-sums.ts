import { eachCount, greatestAt, INDEXES, indexOf } from './stored-times.ts';
import { tenthsOf } from './time-histogram.ts';

const PER_MS = 10;

/** The counts of one stored histogram, unpacked once to be added to several sums. */
export class StoredTimes {
  readonly indexes: Uint16Array;
  readonly counts: Float64Array;

  constructor(stored: Uint8Array) {
    const indexes: number[] = [];
    const counts: number[] = [];
    eachCount(stored, (index, count) => {
      indexes.push(index);
      counts.push(count);
    });
    this.indexes = Uint16Array.from(indexes);
    this.counts = Float64Array.from(counts);
  }
}

/** How long things took, added up of many stored histograms: what `TimeHistogram` answers, and which share was slower than a target, in a hundredth of the time. */
export class TimeSums {
  count = 0;
  private counts: Float64Array | undefined;

  add({ indexes, counts: more }: StoredTimes): void {
    if (indexes.length === 0) return;
    const counts = (this.counts ??= new Float64Array(INDEXES));
    for (let at = 0; at < indexes.length; at += 1) {
      const count = more[at] ?? 0;
      const index = indexes[at] ?? 0;
      counts[index] = (counts[index] ?? 0) + count;
      this.count += count;
    }
  }

  /** Milliseconds that so many percent took at most, to one percent; undefined where there is no value. */
  percentile(percent: number): number | undefined {
    if (!this.counts) return undefined;
    const wanted = Math.max(1, Math.ceil((percent / 100) * this.count));
    let seen = 0;
    for (let index = 0; index < INDEXES; index += 1) {
      seen += this.counts[index] ?? 0;
      if (seen >= wanted) return greatestAt(index) / PER_MS;
    }
    return undefined;
  }

  /** How many took longer than so many milliseconds. Those that a histogram cannot tell from these (one percent) count as no longer. */
  slowerThan(ms: number): number {
    if (!this.counts) return 0;
    let slower = 0;
    for (let index = indexOf(tenthsOf(ms)) + 1; index < INDEXES; index += 1) {
      slower += this.counts[index] ?? 0;
    }
    return slower;
  }
}
