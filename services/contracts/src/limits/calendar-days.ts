/** Calendar days. */
export interface DayWindow {
  readonly kind: 'day';
  /** When the days around now begin, ms since 1970, ascending: yesterday, today, tomorrow, the day after. */
  readonly starts: readonly number[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** No clock is further from UTC than these. */
const FURTHEST_EAST_MS = 16 * HOUR_MS;
const FURTHEST_WEST_MS = 14 * HOUR_MS;

/** The calendar days of a time zone. One lasts as long as its date shows on the clock there: 23, 24 or 25 hours, as a rule. */
export class CalendarDays {
  private readonly format: Intl.DateTimeFormat;
  private known: readonly number[] = [];
  private window: DayWindow = { kind: 'day', starts: this.known };

  /** Throws a RangeError where there is no such time zone. */
  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
  }

  /**
   * When yesterday, today, tomorrow and the day after begin, in milliseconds since 1970: `at` lies from the second to before the third.
   * The same array for the same day.
   */
  around(at: number): readonly number[] {
    const [, today = Infinity, tomorrow = -Infinity] = this.known;
    if (at < today || at >= tomorrow) this.known = this.find(at);
    return this.known;
  }

  /** The window of the day of `at`: the same object for the same day. */
  windowAt(at: number): DayWindow {
    const starts = this.around(at);
    if (this.window.starts !== starts) this.window = { kind: 'day', starts };
    return this.window;
  }

  /** The first moment of a date, which is given as its midnight in UTC; of one that the zone skipped, that of the next one. */
  startOf(date: number): number {
    let before = date - FURTHEST_EAST_MS;
    let after = date + FURTHEST_WEST_MS;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.dateAt(middle) < date) before = middle;
      else after = middle;
    }
    return after;
  }

  /** The date that the clock shows at a moment, as its midnight in UTC. */
  dateAt(at: number): number {
    const parts = new Map(this.format.formatToParts(at).map(({ type, value }) => [type, value]));
    const [year, month, day] = ['year', 'month', 'day'].map((type) =>
      Number(parts.get(type as Intl.DateTimeFormatPartTypes)),
    );
    // Date.UTC takes the years before 100 for those of the twentieth century.
    return new Date(0).setUTCFullYear(year ?? 0, (month ?? 1) - 1, day);
  }

  /** A date that a zone skipped begins with the next one, and is none. A clock that is set back over midnight begins its day once. */
  private find(at: number): readonly number[] {
    const date = this.dateAt(at);
    const starts = [-3, -2, -1, 0, 1, 2, 3, 4].map((days) => this.startOf(date + days * DAY_MS));
    const days = [...new Set(starts)].sort((a, b) => a - b);
    const today = days.findLastIndex((start) => start <= at);
    return days.slice(today - 1, today + 3);
  }
}
