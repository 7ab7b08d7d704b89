import { Periods } from '@aicp/contracts/budgets/periods';
import type { MoneyWindow, Period } from '@aicp/contracts/spend/money-window';
import { invalid } from '@aicp/api-kit/route/field-errors';
import { CalendarDays } from '@aicp/contracts/limits/calendar-days';
import { z } from 'zod';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MOST_DAYS = 366;

export const PERIODS = ['daily', 'weekly', 'monthly', 'custom'] as const;

const [EARLIEST, LATEST] = ['2000-01-01', '2999-12-31'];

const date = z.iso
  .date({ error: 'must be a date such as 2026-02-01' })
  .refine((day) => day >= EARLIEST && day <= LATEST, {
    error: `must be from ${EARLIEST} to ${LATEST}`,
  })
  .optional();

/** Query parameters that say when. */
export const windowQuery = z.object({
  period: z.enum(PERIODS).default('monthly').meta({
    description: 'The calendar day, week (from Monday) or month that `date` lies in, or custom.',
  }),
  date: date.meta({ description: 'A day of the period; today, where none is named.' }),
  start_date: date.meta({ description: 'Of period custom: its first day.' }),
  end_date: date.meta({ description: 'Of period custom: its last day.' }),
});
export type WindowQuery = z.output<typeof windowQuery>;

/** A period, and when its steps begin: hours of a day, days of all else. */
export interface ReportWindow extends Period {
  readonly steps: readonly number[];
}

const WINDOWS: Readonly<Record<'daily' | 'weekly' | 'monthly', MoneyWindow>> = {
  daily: '1d',
  weekly: '7d',
  monthly: 'month',
};

/** When somebody asks about, on the clock of a time zone. Throws a Problem (422). */
export function windowOf(query: WindowQuery, timeZone: string, nowMs: number): ReportWindow {
  requireMeant(query);
  const days = new CalendarDays(timeZone);
  const startOf = (day: string): number => days.startOf(Date.parse(day));
  if (query.period === 'custom') return customWindow(query, days);
  const at = query.date === undefined ? nowMs : startOf(query.date);
  const period = new Periods(timeZone).at(WINDOWS[query.period], at);
  const steps = query.period === 'daily' ? hoursOf(period) : daysOf(period, days);
  return { ...period, steps };
}

/** What goes with another period would be passed over. Throws a Problem (422). */
function requireMeant(query: WindowQuery): void {
  const isCustom = query.period === 'custom';
  const others = isCustom ? (['date'] as const) : (['start_date', 'end_date'] as const);
  const message = isCustom
    ? 'is for period=daily, weekly or monthly'
    : `is for period=custom, and the period is ${query.period}`;
  const errors = others.filter((path) => query[path] !== undefined);
  if (errors.length > 0) throw invalid(errors.map((path) => ({ path, message })));
}

function customWindow({ start_date: start, end_date: end }: WindowQuery, days: CalendarDays) {
  if (start === undefined || end === undefined) {
    const path = start === undefined ? 'start_date' : 'end_date';
    throw invalid([{ path, message: 'is needed with period=custom' }]);
  }
  const startsMs = days.startOf(Date.parse(start));
  const endsMs = days.startOf(Date.parse(end) + DAY_MS);
  if (startsMs >= endsMs)
    throw invalid([{ path: 'end_date', message: 'must not be before start_date' }]);
  if (Date.parse(end) - Date.parse(start) >= MOST_DAYS * DAY_MS) {
    throw invalid([
      { path: 'end_date', message: `must be ${MOST_DAYS} days after start_date at most` },
    ]);
  }
  const period = { startsMs, endsMs };
  return { ...period, steps: daysOf(period, days) };
}

/** Whole hours from the begin of a day on, which may have 23 or 25. */
function hoursOf({ startsMs, endsMs }: Period): number[] {
  return Array.from(
    { length: Math.ceil((endsMs - startsMs) / HOUR_MS) },
    (_, hour) => startsMs + hour * HOUR_MS,
  );
}

/** When the days of a period begin. */
export function daysOf({ startsMs, endsMs }: Period, days: CalendarDays): number[] {
  const first = days.dateAt(startsMs);
  const last = days.dateAt(endsMs - 1);
  const starts = Array.from({ length: (last - first) / DAY_MS + 1 }, (_, day) =>
    days.startOf(first + day * DAY_MS),
  );
  return [...new Set(starts)].filter((start) => start >= startsMs && start < endsMs);
}

/** The last so many days before today, or with it. */
export function lastDays(
  { count, isTodayIn }: { count: number; isTodayIn: boolean },
  timeZone: string,
  nowMs: number,
): ReportWindow {
  const days = new CalendarDays(timeZone);
  const today = days.dateAt(nowMs);
  const end = isTodayIn ? today + DAY_MS : today;
  const period = { startsMs: days.startOf(end - count * DAY_MS), endsMs: days.startOf(end) };
  return { ...period, steps: daysOf(period, days) };
}
