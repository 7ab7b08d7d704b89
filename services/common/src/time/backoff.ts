/**
 * The wait before attempt `attempt` (0 is the first retry), in ms: exponential, half of it jitter, from `baseMs` up to `maxMs`.
 * `random` gives [0, 1).
 */
export function backoffMs(options: {
  attempt: number;
  baseMs: number;
  maxMs: number;
  random: () => number;
}): number {
  const ceiling = Math.min(options.maxMs, options.baseMs * 2 ** Math.min(options.attempt, 30));
  return Math.round(ceiling / 2 + (options.random() * ceiling) / 2);
}
