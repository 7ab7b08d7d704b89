import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { markLessOften } from '../memory/marking.ts';

/** What the process prints. */
export interface Marks {
  readonly marks: number;
  /** Whether it was told to mark less often. */
  readonly isLess: boolean;
}

interface Collection {
  readonly detail: { readonly kind: number };
}

const BODY_BYTES = 262_144;
const BODIES = 3_000;
const HELD = 32;

/**
 * A process that takes bodies and lets them go, 32 at a time, and prints how often its heap was marked meanwhile: as V8 has it where it is told nothing, or
 * less often while so many bytes are there at most.
 */
const [most] = process.argv.slice(2);
using marking = most === undefined ? undefined : markLessOften(Number(most));
let marks = 0;
const observer = new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries() as unknown as readonly Collection[])
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) marks += 1;
});
observer.observe({ entryTypes: ['gc'] });
const held: Buffer[] = [];
for (let index = 0; index < BODIES; index += 1) {
  held[index % HELD] = Buffer.allocUnsafeSlow(BODY_BYTES);
  await turn();
}
observer.disconnect();
const printed: Marks = { marks, isLess: marking !== undefined };
process.stdout.write(JSON.stringify(printed));
