export interface ZonedTime {
  /** 0 to 23. */
  readonly hour: number;
  /** `mon` to `sun`. */
  readonly weekday: string;
}

const MINUTE_MS = 60_000;

/** The hour and the weekday in a time zone. */
export class ZonedClock {
  private readonly format: Intl.DateTimeFormat;
  private minute = Number.NaN;
  private time: ZonedTime = { hour: 0, weekday: '' };

  /** Throws a RangeError where there is no such time zone. */
  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: '2-digit',
      hourCycle: 'h23',
      weekday: 'short',
    });
  }

  /** What the clock shows at a moment, in milliseconds since 1970. The formatter is asked once a minute. */
  at(ms: number): ZonedTime {
    const minute = Math.floor(ms / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.time = this.read(ms);
    }
    return this.time;
  }

  private read(ms: number): ZonedTime {
    const parts = new Map(
      this.format.formatToParts(ms).map((part) => [part.type, part.value] as const),
    );
    return {
      hour: Number(parts.get('hour')),
      weekday: (parts.get('weekday') ?? '').toLowerCase(),
    };
  }
}
