import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factStretches } from './fact-stretches.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAY = Date.UTC(2026, 10, 20);

const moment = fc.integer({ min: 0, max: 6 * DAY_MS }).map((ms) => DAY + ms);

it('take each hour once, and none before somebody’s own', () => {
  const asked = fc.record({
    ...{ from: moment, to: moment, hourly: fc.boolean() },
    sinceMs: fc.oneof(fc.constant(0), moment, fc.constant(Infinity)),
    keptFromMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 6 }).map((day) => DAY + day * DAY_MS),
    ),
  });
  fc.assert(
    fc.property(asked, ({ from, to, sinceMs, keptFromMs, hourly }) => {
      const { requests, hours, days } = factStretches({ from, to, sinceMs, keptFromMs, hourly });
      const all = [...(requests ? [requests] : []), ...hours, ...days];
      for (const { startsMs, endsMs } of all) {
        expect(startsMs).toBeLessThan(endsMs);
        expect(startsMs).toBeGreaterThanOrEqual(sinceMs);
      }
      for (const { startsMs, endsMs } of days) {
        expect([startsMs % DAY_MS, endsMs % DAY_MS]).toEqual([0, 0]);
        if (hourly) expect(endsMs).toBeLessThanOrEqual(keptFromMs);
      }
      for (const { startsMs, endsMs } of hours) {
        expect([startsMs % HOUR_MS, endsMs % HOUR_MS]).toEqual([0, 0]);
        expect(startsMs).toBeGreaterThanOrEqual(keptFromMs);
      }
      // Every moment that is asked for, kept and one's own, in one of them alone.
      for (let at = from; at < to; at += HOUR_MS / 2) {
        const within = all.filter(({ startsMs, endsMs }) => at >= startsMs && at < endsMs).length;
        const isOfDay = at < keptFromMs;
        const day = Math.floor(at / DAY_MS) * DAY_MS;
        const isOwn = isOfDay ? sinceMs <= day : at >= sinceMs;
        expect(within, new Date(at).toISOString()).toBe(isOwn ? 1 : 0);
      }
    }),
  );
});
