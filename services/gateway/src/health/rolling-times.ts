import { RollingCounts } from './rolling-counts.ts';

/** Buckets an octave: neighbours differ by 19 %, which is as exact as a percentile is told. */
const PER_OCTAVE = 4;
/** Up to more than an hour. */
const OCTAVES = 22;
const BUCKETS = PER_OCTAVE * OCTAVES;
const SUM = BUCKETS;
const COUNT = BUCKETS + 1;
/** A summary is asked for by every request that is routed by it, and made anew so often. */
const FRESH_MS = 250;

/** How long things took, in milliseconds; undefined while nothing was counted. */
export interface Times {
  /** How many they were. */
  readonly answers: number;
  readonly meanMs: number | undefined;
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
}

const NONE: Times = { answers: 0, meanMs: undefined, p50Ms: undefined, p95Ms: undefined };

/** How long things took in the last minute. Percentiles are exact to some 10 %. */
export class RollingTimes {
  private readonly counts = new RollingCounts(BUCKETS + 2);
  private summary = NONE;
  private summaryAt = -Infinity;

  add(now: number, ms: number): void {
    const { counts } = this;
    counts.add(now, bucketOf(ms));
    counts.add(now, SUM, ms);
    counts.add(now, COUNT);
  }

  /** A quarter of a second old at most, and never older than the first that was counted; `now` is monotonic. */
  times(now: number): Times {
    if (this.summary === NONE || now - this.summaryAt >= FRESH_MS) {
      this.summaryAt = now;
      this.summary = this.summarise(now);
    }
    return this.summary;
  }

  private summarise(now: number): Times {
    const count = this.counts.sum(now, COUNT);
    if (count === 0) return NONE;
    return {
      answers: count,
      meanMs: this.counts.sum(now, SUM) / count,
      p50Ms: this.percentileMs(now, count * 0.5),
      p95Ms: this.percentileMs(now, count * 0.95),
    };
  }

  /** How many there were in each bucket, for `percentileMs`. */
  buckets(now: number): number[] {
    return Array.from({ length: BUCKETS }, (_, bucket) => this.counts.sum(now, bucket));
  }

  /** Forgets everything. */
  clear(): void {
    this.counts.clear();
    this.summary = NONE;
  }

  /** What so many of all took at most. */
  private percentileMs(now: number, wanted: number): number {
    let bucket = 0;
    let seen = this.counts.sum(now, bucket);
    while (seen < wanted && bucket < BUCKETS - 1) {
      bucket += 1;
      seen += this.counts.sum(now, bucket);
    }
    return middleOf(bucket);
  }
}

/** What this share of all took at most, by how many there are in each bucket; undefined where there are none. */
export function percentileMs(buckets: readonly number[], share: number): number | undefined {
  const count = buckets.reduce((sum, one) => sum + one, 0);
  if (count === 0) return undefined;
  let seen = 0;
  const bucket = buckets.findIndex((one) => (seen += one) >= count * share);
  return middleOf(bucket === -1 ? buckets.length - 1 : bucket);
}

const bucketOf = (ms: number): number =>
  ms <= 1 ? 0 : Math.min(BUCKETS - 1, 1 + Math.floor(Math.log2(ms) * PER_OCTAVE));

const middleOf = (bucket: number): number =>
  bucket === 0 ? 1 : 2 ** ((bucket - 0.5) / PER_OCTAVE);
