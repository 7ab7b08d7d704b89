import { describe, expect, it } from 'vitest';
import { generateBody } from './generate-body.ts';
import { monthOf, periodBetween } from './report-period.ts';

const edges = ({ startsMs, endsMs }: { startsMs: number; endsMs: number }) =>
  [startsMs, endsMs].map((ms) => new Date(ms).toISOString());

describe('the period of a report', () => {
  it.each([
    ['2026-02', 'UTC', ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']],
    // Summer time begins in this month.
    ['2026-03', 'Europe/Berlin', ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']],
    ['2024-02', 'Asia/Kolkata', ['2024-01-31T18:30:00.000Z', '2024-02-29T18:30:00.000Z']],
    ['2026-12', 'Pacific/Auckland', ['2026-11-30T11:00:00.000Z', '2026-12-31T11:00:00.000Z']],
  ])('%s is the calendar month of %s', (month, zone, expected) => {
    expect(edges(monthOf(month, zone))).toEqual(expected);
  });

  it('between dates holds all of the last one, on the clock of the zone', () => {
    expect(edges(periodBetween('2026-03-29', '2026-03-29', 'Europe/Berlin'))).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
  });

  it('between moments ends before the last one', () => {
    const [start, end] = ['2026-03-01T00:00:00+01:00', '2026-03-01T10:15:00Z'];
    expect(edges(periodBetween(start, end, 'UTC'))).toEqual([
      '2026-02-28T23:00:00.000Z',
      '2026-03-01T10:15:00.000Z',
    ]);
  });

  it('has a length, and begins and ends with a quarter of an hour', () => {
    expect(() => periodBetween('2026-03-02', '2026-03-01', 'UTC')).toThrow(
      'period_end must be after period_start',
    );
    expect(() => periodBetween('2026-03-01', '2026-03-01T10:01:00Z', 'UTC')).toThrow(
      'period_end must be a full quarter of an hour',
    );
  });

  it.each([
    ['1999-12-01', '1999-12-31', 'period_start'],
    ['0001-01-01', '2026-01-01', 'period_start'],
    ['2026-01-01', '9999-12-31', 'period_end'],
    ['2026-01-01T00:00:00Z', '9999-12-31T23:45:00-23:00', 'period_end'],
  ])('is of years that calendars know: not %s to %s', (start, end, path) => {
    expect(() => periodBetween(start, end, 'Europe/Berlin')).toThrow(
      `${path} must be of the years 2000 to 2999`,
    );
  });

  it.each(['9999-12', '3000-01', '1999-12'])('of a month is not %s', (period) => {
    expect(generateBody.safeParse({ period }).success).toBe(false);
  });

  it('may be the last month of the last of these years', () => {
    expect(generateBody.safeParse({ period: '2999-12' }).success).toBe(true);
    expect(edges(monthOf('2999-12', 'UTC'))[1]).toBe('3000-01-01T00:00:00.000Z');
    expect(edges(periodBetween('2999-12-31', '2999-12-31', 'UTC'))[1]).toBe(
      '3000-01-01T00:00:00.000Z',
    );
  });
});
