import type { Tally } from './tally.ts';
import { spanOf, type CalendarWindow, type Moment, type Span } from './window.ts';

/** Counters of one calendar window. */
export interface Generation extends Span {
  readonly tallies: Map<string, Tally>;
  /** By the steady clock. */
  readonly forgottenAt: number;
}

/** A window that is over is kept so long for a clock that steps back, ms. */
export const KEPT_MS = 60_000;

const isWithin = ({ startsMs, endsMs }: Span, ms: number): boolean => ms >= startsMs && ms < endsMs;

const isSame = (one: Span, other: Span): boolean =>
  one.startsMs === other.startsMs && one.endsMs === other.endsMs;

/** Calendar windows of one kind. Those that are over are forgotten, when their time has passed by the steady clock too: a clock that steps finds its counts again. */
class Kept {
  private list: Generation[] = [];

  find(span: Span, at: Moment): Generation {
    const known = this.list.find((one) => isSame(one, span));
    if (known) return known;
    this.list = this.list.filter(({ forgottenAt }) => forgottenAt > at.steady);
    const { startsMs, endsMs } = span;
    const forgottenAt = at.steady + Math.max(0, endsMs - at.wall) + KEPT_MS;
    const made = { startsMs, endsMs, tallies: new Map<string, Tally>(), forgottenAt };
    this.list.push(made);
    return made;
  }

  all(): readonly Generation[] {
    return this.list;
  }
}

/** The counters of all calendar windows: minutes, days, and periods that begin and end when their demands say. */
export class Generations {
  private readonly minutes = new Kept();
  private readonly days = new Kept();
  private readonly periods = new Kept();
  /** The minute and the day that were asked for last: nearly always those of now. */
  private lastMinute: Generation | undefined;
  private lastDay: { readonly day: Generation; readonly starts: readonly number[] } | undefined;

  find(window: CalendarWindow, at: Moment): Generation {
    switch (window.kind) {
      case 'period':
        return this.periods.find(window, at);
      case 'minute': {
        const last = this.lastMinute;
        if (last && isWithin(last, at.wall)) return last;
        return (this.lastMinute = this.minutes.find(spanOf(window, at.wall), at));
      }
      case 'day': {
        const last = this.lastDay;
        if (last?.starts === window.starts && isWithin(last.day, at.wall)) return last.day;
        const day = this.days.find(spanOf(window, at.wall), at);
        this.lastDay = { day, starts: window.starts };
        return day;
      }
    }
  }

  *tallies(): Generator<Map<string, Tally>> {
    for (const kept of [this.minutes, this.days, this.periods]) {
      for (const { tallies } of kept.all()) yield tallies;
    }
  }
}
