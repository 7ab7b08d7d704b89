import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** So many bytes of bodies may be there, dead or alive, before V8 is to look for the dead at once. */
const MOST_BYTES = 134_217_728;
const FLAG = 'external-memory-accounted-in-global-limit';

/**
 * Marks the heap less often, for all of the process, until it is disposed of. V8 marks all of it whenever 64 MiB were allocated outside of it, however
 * briefly: among prompts of 256 kB every eighty requests, which took half of the CPU. Here that memory counts as the heap's own does, and what died
 * young goes with the collections of young objects. While more than `mostBytes` of it are there it is as V8 has it, for what became old before
 * it died would lie until the heap has grown as much.
 */
export function markLessOften(mostBytes = MOST_BYTES): Disposable {
  let isOn = false;
  const turn = (on: boolean): void => {
    if (on === isOn) return;
    isOn = on;
    setFlagsFromString(`--${on ? '' : 'no-'}${FLAG}`);
  };
  // Young objects are collected after every 64 MiB of such memory at the latest.
  const collections = new PerformanceObserver(() => {
    turn(process.memoryUsage().arrayBuffers < mostBytes);
  });
  collections.observe({ entryTypes: ['gc'] });
  turn(true);
  return {
    [Symbol.dispose]: () => {
      collections.disconnect();
      turn(false);
    },
  };
}
