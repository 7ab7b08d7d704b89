import type { Period } from '../spend/money-window.ts';

const HOUR_MS = 3_600_000;

/** The hours of a time zone: as long as its clock shows one. Where the clock is set, an hour ends early, and another one begins. */
export class ClockHours {
  private readonly format: Intl.DateTimeFormat;

  /** Throws a RangeError where there is no such time zone. */
  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  at(atMs: number): Period {
    const offset = this.offsetAt(atMs);
    const startsMs = Math.floor((atMs + offset) / HOUR_MS) * HOUR_MS - offset;
    const endsMs = startsMs + HOUR_MS;
    const hasOffset = (ms: number): boolean => this.offsetAt(ms) === offset;
    return {
      startsMs: hasOffset(startsMs) ? startsMs : edgeBetween(startsMs, atMs, hasOffset),
      endsMs: hasOffset(endsMs - 1)
        ? endsMs
        : edgeBetween(atMs, endsMs - 1, (ms) => !hasOffset(ms)),
    };
  }

  /** How far the clock of the zone is ahead of UTC, ms. */
  private offsetAt(ms: number): number {
    const parts = new Map(this.format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const [year, month, day, hour, minute, second] = PARTS.map((type) => Number(parts.get(type)));
    const shown = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
    return shown - Math.floor(ms / 1000) * 1000;
  }
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The first moment at which something holds that does not hold at `before`, and does at `after`. */
function edgeBetween(before: number, after: number, holds: (ms: number) => boolean): number {
  let [no, yes] = [before, after];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
