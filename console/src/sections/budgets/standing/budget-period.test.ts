import { expect, it } from 'vitest';
import { periodAt } from './budget-period.ts';

const textOf = (window: string, timeZone: string, at: string) => {
  const { startMs, endMs } = periodAt(window, timeZone, Date.parse(at));
  return [new Date(startMs).toISOString(), new Date(endMs).toISOString()];
};

it.each([
  ['1h', '2026-02-10T12:34:56Z', '2026-02-10T12:00:00.000Z', '2026-02-10T13:00:00.000Z'],
  ['1d', '2026-02-10T12:34:56Z', '2026-02-10T00:00:00.000Z', '2026-02-11T00:00:00.000Z'],
  ['7d', '2026-02-15T23:59:59Z', '2026-02-09T00:00:00.000Z', '2026-02-16T00:00:00.000Z'],
  ['30d', '2026-02-10T12:34:56Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['month', '2026-12-31T23:00:00Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('begins and ends a window of %s around %s', (window, at, start, end) => {
  expect(textOf(window, 'UTC', at)).toEqual([start, end]);
});

it('goes by the clock of the time zone, also where it is set forward or back', () => {
  expect(textOf('month', 'Europe/Berlin', '2026-03-15T12:00:00Z')).toEqual([
    ...['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ]);
  expect(textOf('1d', 'America/New_York', '2026-11-01T12:00:00Z')).toEqual([
    ...['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ]);
});
