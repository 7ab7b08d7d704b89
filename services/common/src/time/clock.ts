import { setTimeout as delay } from 'node:timers/promises';

/** Time, passed in so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back. */
  monotonic(): number;
  /** Resolves after `ms` by `monotonic`, never before; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    const options = signal ? { signal } : {};
    const until = performance.now() + ms;
    await delay(ms, undefined, options);
    // Node's timers go by whole milliseconds, and may be a part of one early.
    while (performance.now() < until) await delay(1, undefined, options);
  },
};

/** Waits `ms`, or until the signal aborts. Whether the time passed. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
