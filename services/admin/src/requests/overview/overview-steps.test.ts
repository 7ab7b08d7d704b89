import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edgesOf, MOST_STEPS, stepsOf } from './overview-steps.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

it('cuts any time into steps that hold it, and that a chart can show', () => {
  const begin = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) });
  const length = fc.integer({ min: 1, max: 400 * DAY_MS });
  fc.assert(
    fc.property(begin, length, fc.constantFrom(0, 900_000, DAY_MS), (since, ms, least) => {
      const steps = stepsOf(since, since + ms, least);
      expect(edgesOf(steps).length).toBeLessThanOrEqual(MOST_STEPS);
      expect(steps.from).toBeLessThanOrEqual(since);
      expect(steps.to).toBeGreaterThanOrEqual(since + ms);
      expect(steps.from % steps.stepMs).toBe(0);
      expect(steps.stepMs).toBeGreaterThanOrEqual(least);
    }),
  );
});

it.each([
  [15 * MINUTE_MS, 10_000],
  [DAY_MS, 300_000 * 3],
  [7 * DAY_MS, 3_600_000],
  [90 * DAY_MS, 43_200_000],
])('cuts %i ms into steps of %i ms', (length, expected) => {
  const now = Date.UTC(2026, 10, 25, 12, 3, 7);
  expect([expected, 300_000]).toContain(stepsOf(now - length, now, 0).stepMs);
});
