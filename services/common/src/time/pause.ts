import type { Clock } from './clock.ts';

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
