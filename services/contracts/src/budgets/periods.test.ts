import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONEY_WINDOWS, type MoneyWindow, type Period } from '../spend/money-window.ts';
import { Periods } from './periods.ts';

const QUARTER = 900_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Africa/Cairo',
];
const byZone = new Map(ZONES.map((zone) => [zone, new Periods(zone)]));
const periodsOf = (zone: string): Periods => byZone.get(zone) ?? new Periods(zone);
const zone = fc.constantFrom(...ZONES);
const window = fc.constantFrom(...MONEY_WINDOWS);
const moment = fc.integer({ min: Date.parse('2012-01-01'), max: Date.parse('2040-01-01') });
/** How long each of them may be. */
const LENGTHS: Readonly<Record<MoneyWindow, readonly [number, number]>> = {
  '1h': [QUARTER, HOUR],
  '1d': [22 * HOUR, 26 * HOUR],
  '7d': [6 * DAY, 8 * DAY],
  month: [27 * DAY, 32 * DAY],
};

const shown = (timeZone: string, ms: number) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const [weekday, month, day, hour] = (['weekday', 'month', 'day', 'hour'] as const).map((type) =>
    parts.get(type),
  );
  return { weekday, month, day, hour };
};

describe('periods of money', () => {
  it.each<[string, MoneyWindow, string, string, string]>([
    ['UTC', 'month', '2028-02-29T23:59:59.999Z', '2028-02-01T00:00', '2028-03-01T00:00'],
    ['UTC', 'month', '2028-03-01T00:00:00Z', '2028-03-01T00:00', '2028-04-01T00:00'],
    ['UTC', 'month', '2027-12-31T23:59:59Z', '2027-12-01T00:00', '2028-01-01T00:00'],
    ['UTC', 'month', '2027-01-31T12:00:00Z', '2027-01-01T00:00', '2027-02-01T00:00'],
    ['UTC', '7d', '2028-03-05T23:59:59Z', '2028-02-28T00:00', '2028-03-06T00:00'],
    ['UTC', '7d', '2028-03-06T00:00:00Z', '2028-03-06T00:00', '2028-03-13T00:00'],
    // Both clocks of a year: 743 hours, and 745.
    ['Europe/Berlin', 'month', '2026-03-29T12:00:00Z', '2026-02-28T23:00', '2026-03-31T22:00'],
    ['Europe/Berlin', 'month', '2026-10-25T12:00:00Z', '2026-09-30T22:00', '2026-10-31T23:00'],
    ['Europe/Berlin', '1d', '2026-03-29T12:00:00Z', '2026-03-28T23:00', '2026-03-29T22:00'],
    // The hour from 2 to 3 comes twice, and counts twice.
    ['Europe/Berlin', '1h', '2026-10-25T00:30:00Z', '2026-10-25T00:00', '2026-10-25T01:00'],
    ['Europe/Berlin', '1h', '2026-10-25T01:30:00Z', '2026-10-25T01:00', '2026-10-25T02:00'],
    // Hours begin when the clock of the zone says so.
    ['Asia/Kolkata', '1h', '2026-05-05T12:29:59Z', '2026-05-05T11:30', '2026-05-05T12:30'],
    ['Asia/Kathmandu', '1h', '2026-05-05T12:20:00Z', '2026-05-05T12:15', '2026-05-05T13:15'],
    // The clock is set back from 2:00 to 1:30, or put forward from 2:00 to 2:30.
    ['Australia/Lord_Howe', '1h', '2026-04-04T14:40:00Z', '2026-04-04T14:00', '2026-04-04T15:00'],
    ['Australia/Lord_Howe', '1h', '2026-04-04T15:10:00Z', '2026-04-04T15:00', '2026-04-04T15:30'],
    ['Australia/Lord_Howe', '1h', '2026-10-03T15:40:00Z', '2026-10-03T15:30', '2026-10-03T16:00'],
    // Midnight did not come.
    ['America/Sao_Paulo', '1d', '2018-11-04T12:00:00Z', '2018-11-04T03:00', '2018-11-05T02:00'],
    // A whole Friday did not, nor a first of January.
    ['Pacific/Apia', '7d', '2011-12-31T12:00:00Z', '2011-12-26T10:00', '2012-01-01T10:00'],
    ['Pacific/Kiritimati', 'month', '1995-01-10T00:00:00Z', '1994-12-31T10:00', '1995-01-31T10:00'],
  ])('in %s, the %s of %s is from %s to %s', (...given) => {
    const [timeZone, kind, at, starts, ends] = given;
    const { startsMs, endsMs } = new Periods(timeZone).at(kind, Date.parse(at));
    const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16);
    expect([minute(startsMs), minute(endsMs)]).toEqual([starts, ends]);
  });

  it('hold their moments, follow one another, and are the same from their first moment to their last', () => {
    fc.assert(
      fc.property(
        zone,
        window,
        moment,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (timeZone, kind, at, share) => {
          const periods = periodsOf(timeZone);
          const period = periods.at(kind, at);
          const { startsMs, endsMs } = period;
          const [shortest, longest] = LENGTHS[kind];
          expect(startsMs <= at && at < endsMs).toBe(true);
          expect(endsMs - startsMs).toBeGreaterThanOrEqual(shortest);
          expect(endsMs - startsMs).toBeLessThanOrEqual(longest);
          const within = Math.floor(startsMs + (endsMs - startsMs) * share);
          for (const ms of [startsMs, within, endsMs - 1]) {
            expect(new Periods(timeZone).at(kind, ms)).toEqual(period);
          }
          expect(periods.at(kind, endsMs).startsMs).toBe(endsMs);
          expect(periods.at(kind, startsMs - 1).endsMs).toBe(startsMs);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are whole quarter-hours in UTC', () => {
    fc.assert(
      fc.property(zone, window, moment, (timeZone, kind, at) => {
        const { startsMs, endsMs } = periodsOf(timeZone).at(kind, at);
        expect([startsMs % QUARTER, endsMs % QUARTER]).toEqual([0, 0]);
      }),
      { numRuns: 150 },
    );
  });

  it('lie within one another: hours in days, days in weeks and months', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const of = (kind: MoneyWindow) => periodsOf(timeZone).at(kind, at);
        const holds = (outer: Period, inner: Period) =>
          outer.startsMs <= inner.startsMs && inner.endsMs <= outer.endsMs;
        const [hour, day, week, month] = [of('1h'), of('1d'), of('7d'), of('month')];
        expect([holds(day, hour), holds(week, day), holds(month, day)]).toEqual([true, true, true]);
      }),
      { numRuns: 100 },
    );
  });

  it('begin when the clock of the zone shows a new hour, date, Monday or first of a month', () => {
    const starts = (timeZone: string, kind: MoneyWindow, at: number) =>
      periodsOf(timeZone).at(kind, at).startsMs;
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const [day, month] = [starts(timeZone, '1d', at), starts(timeZone, 'month', at)];
        expect(shown(timeZone, starts(timeZone, '1h', at)).hour).toBe(shown(timeZone, at).hour);
        expect(shown(timeZone, day).day).not.toBe(shown(timeZone, day - 1).day);
        expect(shown(timeZone, starts(timeZone, '7d', at)).weekday).toBe('Mon');
        expect(shown(timeZone, month).day).toBe('01');
        expect(shown(timeZone, month - 1).month).not.toBe(shown(timeZone, month).month);
      }),
      { numRuns: 100 },
    );
  });

  it('are found again by a clock that steps back and forth', () => {
    const at = Date.parse('2026-10-25T00:59:59.999Z');
    const stepping = new Periods('Europe/Berlin');
    const steps = fc.array(fc.integer({ min: -40 * DAY, max: 40 * DAY }), { maxLength: 20 });
    fc.assert(
      fc.property(window, steps, (kind, offsets) => {
        for (const offset of offsets) {
          const fresh = new Periods('Europe/Berlin').at(kind, at + offset);
          expect(stepping.at(kind, at + offset)).toEqual(fresh);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are the same object while they last', () => {
    const periods = new Periods('UTC');
    const at = Date.parse('2026-05-05T12:00:00Z');
    expect(periods.at('month', at)).toBe(periods.at('month', at + DAY));
  });

  it('need a zone that exists', () => {
    expect(() => new Periods('Mars/Olympus')).toThrow(RangeError);
  });
});
