import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';

/** Values are tenths of milliseconds, up to an hour, to one percent. */
const PER_MS = 10;
const MOST = 36_000_000;

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
      highestTrackableValue: MOST,
      numberOfSignificantValueDigits: 2,
    });
    return new TimeHistogram(values);
  }

  static from(stored: Uint8Array): TimeHistogram {
    if (stored.length === 0) return TimeHistogram.empty();
    return new TimeHistogram(decodeFromCompressedBase64(Buffer.from(stored).toString('base64')));
  }

  add(ms: number): void {
    this.values.recordValue(Math.max(0, Math.min(Math.round(ms * PER_MS), MOST)));
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

  stored(): Buffer {
    if (this.count === 0) return Buffer.alloc(0);
    return Buffer.from(encodeIntoCompressedBase64(this.values), 'base64');
  }
}
