import fc from 'fast-check';
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { withTimes } from './stored-times.ts';
import { HISTOGRAM_DIGITS, HISTOGRAM_MOST, tenthsOf } from './time-histogram.ts';

const NOTHING = new Uint8Array();

/** What HdrHistogram's own library makes of times. */
function reference(times: readonly number[]): Histogram {
  const values = build({
    bitBucketSize: 32,
    autoResize: false,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HISTOGRAM_MOST,
    numberOfSignificantValueDigits: HISTOGRAM_DIGITS,
  });
  for (const ms of times) values.recordValue(tenthsOf(ms));
  return values;
}

const read = (stored: Uint8Array): Histogram =>
  decodeFromCompressedBase64(Buffer.from(stored).toString('base64'));

const PERCENTS = [0, 1, 10, 25, 50, 75, 90, 99, 99.9, 100];
const shownBy = (values: Histogram) => [
  values.totalCount,
  ...PERCENTS.map((percent) => values.getValueAtPercentile(percent)),
];

const time = fc.oneof(
  fc.double({ min: 0, max: 4_000_000, noNaN: true }),
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(-1, 0, 12.7, 12.8, 25.5, 25.6, 3_600_000, 1e300),
);
const times = fc.array(time, { maxLength: 300 });

describe('stored times', () => {
  it('are what HdrHistogram makes of them, however many come at once', () => {
    fc.assert(
      fc.property(times, times, (first, second) => {
        const stored = withTimes(withTimes(NOTHING, first), second);
        const all = [...first, ...second];
        if (all.length === 0) expect(stored).toHaveLength(0);
        else expect(shownBy(read(stored))).toEqual(shownBy(reference(all)));
      }),
    );
  });

  it('are added to what the library has stored', () => {
    const before = Array.from({ length: 500 }, (_, index) => index * 7);
    const stored = Buffer.from(encodeIntoCompressedBase64(reference(before)), 'base64');
    const after = read(withTimes(stored, [1, 2, 3]));
    expect(shownBy(after)).toEqual(shownBy(reference([...before, 1, 2, 3])));
  });

  it('count many alike', () => {
    const many = Array.from({ length: 70_000 }, () => 200);
    expect(read(withTimes(withTimes(NOTHING, many), many)).totalCount).toBe(140_000);
  });

  it('are added to nothing else', () => {
    expect(() => withTimes(Buffer.alloc(60), [1])).toThrow(RangeError);
  });
});
