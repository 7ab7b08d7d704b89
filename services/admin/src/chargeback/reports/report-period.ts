import { Periods } from '@aicp/contracts/budgets/periods';
import type { Period } from '@aicp/contracts/spend/money-window';
import { invalid } from '@aicp/api-kit/route/field-errors';
import { CalendarDays } from '@aicp/contracts/limits/calendar-days';
import { z } from 'zod';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** Dates are of these years; their days begin earlier or later in other time zones. */
const [FIRST_MS, LAST_MS] = [Date.UTC(2000, 0, 0), Date.UTC(3000, 0, 2)];

const DATE = /^2[0-9]{3}-[0-9]{2}-[0-9]{2}$/;

/** A date, or a moment. */
export const edge = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a date such as 2026-02-01, or a time such as 2026-02-01T00:00:00Z',
});

/** A month such as `2026-02`, in a time zone. Throws a Problem (422) where there is no such month. */
export function monthOf(month: string, timeZone: string): Period {
  const days = new CalendarDays(timeZone);
  const noon = days.startOf(Date.parse(`${month}-15T00:00:00Z`)) + DAY_MS / 2;
  return new Periods(timeZone).at('month', noon);
}

/**
 * From a date or a moment, to a date or a moment. A date is all of its day on the clock of the time zone, so that the last one is within the
 * period; a moment as the end is not. Throws a Problem (422).
 */
export function periodBetween(start: string, end: string, timeZone: string): Period {
  const days = new CalendarDays(timeZone);
  const isDate = DATE.test(end);
  const startsMs = DATE.test(start) ? days.startOf(Date.parse(start)) : Date.parse(start);
  const endsMs = isDate ? days.startOf(Date.parse(end) + DAY_MS) : Date.parse(end);
  requireKnownYears({ period_start: startsMs, period_end: endsMs });
  if (startsMs >= endsMs) {
    throw invalid([{ path: 'period_end', message: 'must be after period_start' }]);
  }
  for (const [path, ms] of [['period_start', startsMs] as const, ['period_end', endsMs] as const]) {
    if (ms % QUARTER_MS === 0) continue;
    throw invalid([
      { path, message: 'must be a full quarter of an hour: spend is added up by these' },
    ]);
  }
  return { startsMs, endsMs };
}

/** Neither calendars of time zones nor databases know of all years that can be written. Throws a Problem (422). */
function requireKnownYears(edges: Readonly<Record<string, number>>): void {
  for (const [path, ms] of Object.entries(edges)) {
    if (ms >= FIRST_MS && ms <= LAST_MS) continue;
    throw invalid([{ path, message: 'must be of the years 2000 to 2999' }]);
  }
}
