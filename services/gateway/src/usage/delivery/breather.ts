import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@aicp/common/time/clock';

/** A turn of the event loop that takes longer says that requests have much to do. */
const BUSY_MS = 5;
const LONGEST_MS = 50;

/** Lets requests have their turn; while they have much to do, for as long again as a turn of theirs takes. */
export const breather =
  (clock: Pick<Clock, 'monotonic' | 'sleep'>): (() => Promise<void>) =>
  async () => {
    const began = clock.monotonic();
    await setImmediate();
    const turnMs = clock.monotonic() - began;
    if (turnMs > BUSY_MS) await clock.sleep(Math.min(turnMs, LONGEST_MS));
  };
