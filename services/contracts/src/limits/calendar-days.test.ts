import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarDays } from './calendar-days.ts';

const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Cairo',
];
const moment = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2040-01-01') });
const iso = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString());

describe('calendar days', () => {
  const around = (zone: string, at: string) =>
    iso(new CalendarDays(zone).around(Date.parse(at))).map((start) => start.slice(0, 16));

  it.each([
    [
      'UTC',
      '2028-02-29T23:59:59.999Z',
      ['2028-02-28T00:00', '2028-02-29T00:00', '2028-03-01T00:00'],
    ],
    ['UTC', '2028-03-01T00:00:00Z', ['2028-02-29T00:00', '2028-03-01T00:00', '2028-03-02T00:00']],
    ['UTC', '2027-02-28T12:00:00Z', ['2027-02-27T00:00', '2027-02-28T00:00', '2027-03-01T00:00']],
    // 23 hours, and 25.
    [
      'Europe/Berlin',
      '2026-03-29T12:00:00Z',
      ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00'],
    ],
    [
      'Europe/Berlin',
      '2026-10-25T12:00:00Z',
      ['2026-10-23T22:00', '2026-10-24T22:00', '2026-10-25T23:00'],
    ],
    // Midnight did not come.
    [
      'America/Sao_Paulo',
      '2018-11-04T12:00:00Z',
      ['2018-11-03T03:00', '2018-11-04T03:00', '2018-11-05T02:00'],
    ],
    // A whole day did not.
    [
      'Pacific/Apia',
      '2011-12-30T12:00:00Z',
      ['2011-12-29T10:00', '2011-12-30T10:00', '2011-12-31T10:00'],
    ],
  ])('of %s around %s', (zone, at, starts) => {
    expect(around(zone, at).slice(0, 3)).toEqual(starts);
  });

  it('hold the moment, follow one another, and are the same all day long', () => {
    const days = new Map(ZONES.map((zone) => [zone, new CalendarDays(zone)]));
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        moment,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (zone, at, share) => {
          const starts = days.get(zone)?.around(at) ?? [];
          const [yesterday = 0, today = 0, tomorrow = 0, after = 0] = starts;
          expect(starts).toHaveLength(4);
          expect(today <= at && at < tomorrow).toBe(true);
          for (const length of [today - yesterday, tomorrow - today, after - tomorrow]) {
            expect(length).toBeGreaterThanOrEqual(22 * HOUR);
            expect(length).toBeLessThanOrEqual(26 * HOUR);
          }
          const later = Math.floor(today + (tomorrow - today) * share);
          expect(new CalendarDays(zone).around(later)).toEqual(starts);
          expect(new CalendarDays(zone).around(tomorrow).slice(0, 3)).toEqual(starts.slice(1));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('begin when the date on the clock changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, (timeZone, at) => {
        const date = new Intl.DateTimeFormat('en-CA', { timeZone });
        const [, today = 0] = new CalendarDays(timeZone).around(at);
        expect(date.format(today)).not.toBe(date.format(today - 1));
      }),
      { numRuns: 60 },
    );
  });

  it('need a zone that exists', () => {
    expect(() => new CalendarDays('Mars/Olympus')).toThrow(RangeError);
  });
});

it('a day of a year before 100 is found where it is', () => {
  const day = Date.parse('0020-02-29T00:00:00Z');
  expect(new CalendarDays('UTC').around(day)[1]).toBe(day);
});
