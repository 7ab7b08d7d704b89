import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 5;

/** Waits until `look` finds something; rejects after `withinMs`. */
export async function waitFor<T>(
  look: () => T | undefined | Promise<T | undefined>,
  withinMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error('it did not happen in time');
    await sleep(LOOK_EVERY_MS);
  }
}
