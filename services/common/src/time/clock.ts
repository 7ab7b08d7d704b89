import { setTimeout as delay } from 'node:timers/promises';

/** Time, passed in so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal ? { signal } : {});
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
