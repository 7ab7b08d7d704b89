import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryInMs, throttleMs } from './retry-at.ts';
import { DELIVERY_SETTINGS } from './settings.ts';

const failed = { kind: 'failed', reason: 'The receiver answered 500.', status: 500 } as const;
const random = () => 0;
const settings = { ...DELIVERY_SETTINGS, random };
const DAY_MS = 86_400_000;

it('attempts come in the schedule of Standard Webhooks, and then no more', () => {
  const waits = Array.from({ length: 10 }, (_, index) => retryInMs(failed, index + 1, settings));
  expect(waits.map((wait) => wait && wait / 1000)).toEqual([
    5,
    300,
    1800,
    7200,
    18_000,
    36_000,
    50_400,
    72_000,
    86_400,
    undefined,
  ]);
});

it('waits are a little longer, never shorter, and as long as the receiver asks, up to a day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 10 * DAY_MS }), { nil: undefined }),
      (attempt, chance, retryAfterMs) => {
        const asked = retryAfterMs === undefined ? failed : { ...failed, retryAfterMs };
        const wait = retryInMs(asked, attempt, { ...settings, random: () => chance }) ?? -1;
        const planned = DELIVERY_SETTINGS.schedule[attempt] ?? 0;
        expect(wait).toBeGreaterThanOrEqual(planned);
        expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfterMs ?? 0, DAY_MS));
        expect(wait).toBeLessThanOrEqual(
          Math.max(planned * 1.1 + 1, Math.min(retryAfterMs ?? 0, DAY_MS)),
        );
      },
    ),
  );
});

it('what no retry helps is not tried again', () => {
  expect(retryInMs({ ...failed, isFinal: true }, 1, settings)).toBeUndefined();
  expect(retryInMs({ ...failed, isGone: true }, 1, settings)).toBeUndefined();
});

it('a receiver that has too much to do is left alone', () => {
  expect(throttleMs(failed, settings)).toBeUndefined();
  expect(throttleMs({ ...failed, status: 429 }, settings)).toBe(60_000);
  expect(throttleMs({ ...failed, status: 502, retryAfterMs: 5000 }, settings)).toBe(5000);
  expect(throttleMs({ ...failed, status: 504, retryAfterMs: 9 * DAY_MS }, settings)).toBe(DAY_MS);
});
