import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  /** What is waited for, for the message. */
  readonly what: string;
  readonly timeoutMs?: number;
  /** Between two looks. */
  readonly everyMs?: number;
}

/**
 * Looks again and again until `look` answers something else than undefined or false, and resolves with that. Rejects after `timeoutMs`
 * (a minute), with the last refusal as its cause where `look` throws. A look that hangs does not count against the deadline: give it one.
 */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  { what, timeoutMs = 60_000, everyMs = 50 }: UntilOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(everyMs);
  } while (performance.now() < deadline);
  throw new Error(`not within ${timeoutMs / 1000} s: ${what}`, { cause });
}
