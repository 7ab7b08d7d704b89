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
  /** How many took as long as an index says, or less. Made when it is asked for. */
  private upTo: Float64Array | undefined;

  add({ indexes, counts: more }: StoredTimes): void {
    if (indexes.length === 0) return;
    const counts = (this.counts ??= new Float64Array(INDEXES));
    this.upTo = undefined;
    for (let at = 0; at < indexes.length; at += 1) {
      const count = more[at] ?? 0;
      const index = indexes[at] ?? 0;
      counts[index] = (counts[index] ?? 0) + count;
      this.count += count;
    }
  }

  /** Milliseconds that so many percent took at most, to one percent; undefined where there is no value. */
  percentile(percent: number): number | undefined {
    const upTo = this.cumulated();
    if (!upTo) return undefined;
    const wanted = Math.max(1, Math.ceil((percent / 100) * this.count));
    let [low, high] = [0, INDEXES - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((upTo[middle] ?? 0) >= wanted) high = middle;
      else low = middle + 1;
    }
    return greatestAt(low) / PER_MS;
  }

  /** How many took longer than so many milliseconds. Those that a histogram cannot tell from these (one percent) count as no longer. */
  slowerThan(ms: number): number {
    return this.count - (this.cumulated()?.[indexOf(tenthsOf(ms))] ?? 0);
  }

  private cumulated(): Float64Array | undefined {
    const { counts } = this;
    if (!counts || this.upTo) return this.upTo;
    const upTo = Float64Array.from(counts);
    for (let index = 1; index < INDEXES; index += 1) {
      upTo[index] = (upTo[index] ?? 0) + (upTo[index - 1] ?? 0);
    }
    this.upTo = upTo;
    return upTo;
  }
}
