/** From when to before when a budget counts, milliseconds since 1970. */
export interface BudgetPeriod {
  readonly startMs: number;
  readonly endMs: number;
}

const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;

/** The period of a window (`1h`, `1d`, `7d` from Monday on, `30d` and `month` the calendar month) that a moment lies in, by the clock of a time zone. */
export function periodAt(window: string, timeZone: string, atMs: number): BudgetPeriod {
  if (window === '1h') {
    const startMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    return { startMs, endMs: startMs + HOUR_MS };
  }
  const shown = shownAt(timeZone, atMs);
  return {
    startMs: momentOf(timeZone, firstDay(window, shown, 0)),
    endMs: momentOf(timeZone, firstDay(window, shown, 1)),
  };
}

/** The midnight, as if it were one of UTC, at which a period begins, so many periods later. */
function firstDay(window: string, shownMs: number, step: number): number {
  const day = new Date(shownMs);
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  switch (window) {
    case '1d':
      return Date.UTC(year, month, date + step);
    case '7d': {
      const sinceMonday = (day.getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
      return Date.UTC(year, month, date - sinceMonday + step * WEEK_DAYS);
    }
    default:
      return Date.UTC(year, month + step, 1);
  }
}

/** What a clock of the zone shows at a moment, as if it were one of UTC. */
function shownAt(timeZone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    ...({ timeZone, hourCycle: 'h23' } as const),
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  }).formatToParts(atMs);
  const part = (type: string): number =>
    Number(parts.find((one) => one.type === type)?.value ?? '0');
  return Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
}

/** When a clock of the zone shows what one of UTC would show at a moment. */
function momentOf(timeZone: string, shownMs: number): number {
  // The zone's distance from UTC is looked up twice, since it may change between the two moments.
  let atMs = shownMs;
  for (let round = 0; round < 2; round += 1) atMs = shownMs - (shownAt(timeZone, atMs) - atMs);
  return atMs;
}
