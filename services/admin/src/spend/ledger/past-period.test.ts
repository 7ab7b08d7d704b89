import { describe, expect, it } from 'vitest';
import { pastPeriod } from './past-period.ts';

const DAY_MS = 86_400_000;
const NOW = 1000 * DAY_MS;
const ofDays = { usualMs: DAY_MS, mostDays: 30 };

/** Days before now at which a period begins and ends; undefined where it is refused, with what is wrong. */
function asked(since: number | undefined, until: number | undefined, isBeforeNow = false) {
  const moment = (days: number | undefined): number | undefined =>
    days === undefined ? undefined : NOW - days * DAY_MS;
  const period = { sinceMs: moment(since), untilMs: moment(until) };
  const { from, to } = pastPeriod(period, NOW, { ...ofDays, isBeforeNow });
  return [(NOW - from) / DAY_MS, (NOW - to) / DAY_MS];
}

describe('a past period', () => {
  it.each([
    { since: undefined, until: undefined, period: [1, 0] },
    { since: undefined, until: 5, period: [6, 5] },
    { since: 3, until: -2, period: [3, 0] },
    { since: 45, until: 20, period: [45, 20] },
    { since: 30, until: 0, period: [30, 0] },
  ])('from $since to $until days ago is $period', ({ since, until, period }) => {
    expect(asked(since, until)).toEqual(period);
  });

  it('has to begin before it ends', () => {
    const message = 'must be before until, and past';
    for (const [since, until] of [
      [5, 5],
      [5, 6],
      [-1, undefined],
    ]) {
      expect(() => asked(since, until)).toThrow(`since ${message}`);
    }
  });

  it('is so long at most, or begins so long ago at most, wherever it ends', () => {
    expect(() => asked(31, 0)).toThrow('since must be at most 30 days before until');
    expect(asked(30, 29, true)).toEqual([30, 29]);
    expect(() => asked(31, 29, true)).toThrow('since must be 30 days ago at most');
    expect(() => asked(undefined, 30, true)).toThrow('since must be 30 days ago at most');
  });
});
