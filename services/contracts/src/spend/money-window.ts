/** How long a budget runs until it begins anew: by the clock, in the time zone of the ControlPlane. */
export const MONEY_WINDOWS = ['1h', '1d', '7d', 'month'] as const;

/** A clock hour, a calendar day, a week from Monday on, or a calendar month. What a Budget calls `30d` is the calendar month too. */
export type MoneyWindow = (typeof MONEY_WINDOWS)[number];

/** From when to before when, milliseconds since 1970. */
export interface Period {
  readonly startsMs: number;
  readonly endsMs: number;
}
