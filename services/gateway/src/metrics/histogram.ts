import type { Labels, Sample } from './family.ts';

/** Counts of values in buckets. Bounds are inclusive and rise. */
export class Histogram {
  private readonly bounds: readonly number[];
  private readonly counts: number[];
  private sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] ?? Infinity)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += value;
  }

  /** Cumulative buckets, sum and count; none while nothing was observed. */
  samples(labels: Labels): Sample[] {
    let count = 0;
    const buckets = this.counts.map((inBucket, index) => {
      count += inBucket;
      const bound = this.bounds[index];
      const le = bound === undefined ? '+Inf' : String(bound);
      return { suffix: '_bucket', labels: { ...labels, le }, value: count };
    });
    if (count === 0) return [];
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.sum },
      { suffix: '_count', labels, value: count },
    ];
  }
}
