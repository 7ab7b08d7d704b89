import { expect, it } from 'vitest';
import { isPeriodOver, isWhole, monthBefore, periodText } from './report.ts';

it('tells the days of a period in the time zone of the report', () => {
  const report = {
    period_start: '2026-01-31T23:00:00Z',
    period_end: '2026-02-28T23:00:00Z',
    time_zone: 'Europe/Zurich',
  };
  expect(periodText(report)).toBe('Feb 1, 2026 to Feb 28, 2026');
});

it('tells one day once', () => {
  const day = { period_start: '2026-02-01T00:00:00Z', period_end: '2026-02-02T00:00:00Z' };
  expect(periodText({ ...day, time_zone: 'UTC' })).toBe('Feb 1, 2026');
});

it('proposes the month before, also in January', () => {
  expect(monthBefore(new Date('2026-03-31T12:00:00Z'))).toBe('2026-02');
  expect(monthBefore(new Date('2026-01-01T12:00:00Z'))).toBe('2025-12');
});

it('takes a period for over from its end on', () => {
  const report = { period_end: '2026-02-28T23:00:00Z' };
  expect(isPeriodOver(report, Date.parse('2026-02-28T22:59:59Z'))).toBe(false);
  expect(isPeriodOver(report, Date.parse('2026-02-28T23:00:00Z'))).toBe(true);
});

it('takes a draft for whole that was made after its period', () => {
  const period_end = '2026-02-28T23:00:00Z';
  expect(isWhole({ period_end, created_at: '2026-02-28T22:00:00Z' })).toBe(false);
  expect(isWhole({ period_end, created_at: '2026-02-28T23:00:00Z' })).toBe(true);
});
