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

/** `make prove` sets it, on a machine that does nothing else. */
const IS_EXACT = process.env['AICP_EXACT_TIMES'] === '1';
/** A machine that gets a part of its processors takes a multiple of the time; what is broken takes far more, or for ever. */
const ROOM = 10;

/** The bound of a time in a test, ms: what the gateway is held to by `make prove`, and a multiple of it elsewhere. */
export const atMost = (ms: number): number => (IS_EXACT ? ms : ms * ROOM);
