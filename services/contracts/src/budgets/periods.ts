import { CalendarDays } from '../limits/calendar-days.ts';
import type { PeriodWindow } from '../limits/demands.ts';
import { ClockHours } from './clock-hours.ts';
import type { MoneyWindow, Period } from '../spend/money-window.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/**
 * When the windows of money begin and end, by the clock of a time zone. What a moment belongs to depends on nothing but that moment: a clock
 * that steps finds the period that it was in. All edges are those of quarter-hours in UTC, as long as zones differ from it by such.
 */
export class Periods {
  readonly timeZone: string;

  private readonly days: CalendarDays;
  private readonly hours: ClockHours;
  private readonly windows = new WeakMap<Period, PeriodWindow>();
  /** The last one of each window, which nearly always is that of now. */
  private readonly known = new Map<MoneyWindow, Period>();

  /** Throws a RangeError where there is no such time zone. */
  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.days = new CalendarDays(timeZone);
    this.hours = new ClockHours(timeZone);
  }

  /** The one that a moment belongs to (milliseconds since 1970). The same object for the same period, as a rule. */
  at(window: MoneyWindow, atMs: number): Period {
    const known = this.known.get(window);
    if (known && atMs >= known.startsMs && atMs < known.endsMs) return known;
    const found = this.find(window, atMs);
    this.known.set(window, found);
    return found;
  }

  /** The same as counters take it. */
  windowAt(window: MoneyWindow, atMs: number): PeriodWindow {
    const period = this.at(window, atMs);
    const known = this.windows.get(period);
    if (known) return known;
    const { startsMs, endsMs } = period;
    const made: PeriodWindow = { kind: 'period', startsMs, endsMs };
    this.windows.set(period, made);
    return made;
  }

  /**
   * What a period of this zone is called in every zone: the date on which it begins, as its midnight in UTC. A clock hour is called by its first moment.
   */
  nameOf(window: MoneyWindow, { startsMs }: Period): number {
    return window === '1h' ? startsMs : this.days.dateAt(startsMs);
  }

  private find(window: MoneyWindow, atMs: number): Period {
    switch (window) {
      case '1h':
        return this.hours.at(atMs);
      case '1d':
        return this.around(atMs, dateOfDay);
      case '7d':
        return this.around(atMs, dateOfWeek);
      case 'month':
        return this.around(atMs, dateOfMonth);
    }
  }

  /**
   * The period between two dates. The clock may show the date before a first moment once more after it, where it is set back over midnight: a
   * period begins once.
   */
  private around(atMs: number, firstDate: FirstDate): Period {
    const date = this.days.dateAt(atMs);
    const starts = [-1, 0, 1, 2].map((step) => this.days.startOf(firstDate(date, step)));
    const next = starts.findIndex((start) => start > atMs);
    return { startsMs: starts[next - 1] ?? atMs, endsMs: starts[next] ?? atMs + DAY_MS };
  }
}

/** The first date of the period of a date, or of one so many periods later. Dates are their midnights in UTC. */
type FirstDate = (date: number, step: number) => number;

const dateOfDay: FirstDate = (date, step) => date + step * DAY_MS;

const dateOfWeek: FirstDate = (date, step) => {
  const sinceMonday = (new Date(date).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  return date + (step * WEEK_DAYS - sinceMonday) * DAY_MS;
};

const dateOfMonth: FirstDate = (date, step) => {
  const day = new Date(date);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + step, 1);
};
