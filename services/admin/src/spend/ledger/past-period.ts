import { invalid } from '@aicp/api-kit/route/field-errors';

const DAY_MS = 86_400_000;

/** Milliseconds since 1970. */
export interface PastPeriod {
  readonly from: number;
  readonly to: number;
}

/** What may be asked for. */
interface PeriodBounds {
  /** So long before its end a period begins that says no begin. */
  readonly usualMs: number;
  readonly mostDays: number;
  /** Whether it may begin `mostDays` days before now at most, wherever it ends; else before its end. */
  readonly isBeforeNow?: boolean;
}

/**
 * The time that somebody asks about, up to now at most; without a begin, so long before its end as is usual. Throws a Problem (422) where it ends before it begins, or
 * begins too early.
 */
export function pastPeriod(
  asked: { readonly sinceMs: number | undefined; readonly untilMs: number | undefined },
  nowMs: number,
  { usualMs, mostDays, isBeforeNow = false }: PeriodBounds,
): PastPeriod {
  const to = Math.min(asked.untilMs ?? nowMs, nowMs);
  const from = asked.sinceMs ?? to - usualMs;
  if (from >= to) throw invalid([{ path: 'since', message: 'must be before until, and past' }]);
  if (from < (isBeforeNow ? nowMs : to) - mostDays * DAY_MS) {
    const message = isBeforeNow
      ? `must be ${mostDays} days ago at most`
      : `must be at most ${mostDays} days before until`;
    throw invalid([{ path: 'since', message }]);
  }
  return { from, to };
}
