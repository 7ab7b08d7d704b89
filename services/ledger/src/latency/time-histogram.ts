import { build, decodeFromCompressedBase64, type Histogram } from 'hdr-histogram-js';

/** Values are tenths of milliseconds, up to an hour, to one percent. */
const PER_MS = 10;
export const HISTOGRAM_MOST = 36_000_000;
export const HISTOGRAM_DIGITS = 2;

/** A time as histograms hold it. */
export const tenthsOf = (ms: number): number =>
  Math.max(0, Math.min(Math.round(ms * PER_MS), HISTOGRAM_MOST));

/**
 * How long things took. Two add up to what one of both would be. Stored in HdrHistogram's own compressed form (V2), which libraries of many languages
 * read; nothing stands for one without values.
 */
export class TimeHistogram {
  private readonly values: Histogram;

  private constructor(values: Histogram) {
    this.values = values;
  }

  static empty(): TimeHistogram {
    const values = build({
      bitBucketSize: 32,
      autoResize: false,
      lowestDiscernibleValue: 1,
      highestTrackableValue: HISTOGRAM_MOST,
      numberOfSignificantValueDigits: HISTOGRAM_DIGITS,
    });
    return new TimeHistogram(values);
  }

  static from(stored: Uint8Array): TimeHistogram {
    if (stored.length === 0) return TimeHistogram.empty();
    return new TimeHistogram(decodeFromCompressedBase64(Buffer.from(stored).toString('base64')));
  }

  merge(other: TimeHistogram): void {
    this.values.add(other.values);
  }

  get count(): number {
    return this.values.totalCount;
  }

  /** Milliseconds that so many percent took at most; undefined where there is no value. */
  percentile(percent: number): number | undefined {
    if (this.count === 0) return undefined;
    return this.values.getValueAtPercentile(percent) / PER_MS;
  }
}
