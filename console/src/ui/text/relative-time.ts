const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How far a moment is from now, in one unit: "3 minutes ago", "in 2 days", "just now". Both are milliseconds since 1970. */
export function relativeTime(atMs: number, nowMs: number): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return FORMAT.format(Math.trunc(seconds / size), unit);
  }
  return seconds > 5 ? 'in a moment' : 'just now';
}
