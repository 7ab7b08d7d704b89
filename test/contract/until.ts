import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 60_000;
const PAUSE_MS = 20;

/** Resolves once `look` answers true. Rejects after `withinMs`, a minute, with `what` it waited for. */
export async function until(
  what: string,
  look: () => Promise<boolean> | boolean,
  withinMs = DEADLINE_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await delay(PAUSE_MS);
  }
}
