const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Lengths of steps that people read easily, each a whole part of a day, or days. */
const LENGTHS: readonly number[] = [
  ...[10, 30].map((count) => count * SECOND_MS),
  ...[1, 5, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 7, 30].map((count) => count * DAY_MS),
];

/** As many points as a chart shows. */
export const MOST_STEPS = 300;

/** How a stretch of time is cut: into steps that begin with a whole number of them since 1970 (UTC). */
export interface Steps {
  readonly stepMs: number;
  /** When the first step begins. */
  readonly from: number;
  /** When the last one ends. */
  readonly to: number;
}

/** Cuts a stretch into at most 300 steps of at least so many milliseconds. Throws a RangeError for more than 300 times 30 days. */
export function stepsOf(sinceMs: number, untilMs: number, leastMs: number): Steps {
  for (const stepMs of LENGTHS) {
    if (stepMs < leastMs) continue;
    const from = Math.floor(sinceMs / stepMs) * stepMs;
    const to = Math.ceil(untilMs / stepMs) * stepMs;
    if (to - from <= MOST_STEPS * stepMs) return { stepMs, from, to };
  }
  throw new RangeError('the time is too long');
}

/** When each step begins. */
export const edgesOf = ({ stepMs, from, to }: Steps): number[] =>
  Array.from({ length: (to - from) / stepMs }, (_, index) => from + index * stepMs);
