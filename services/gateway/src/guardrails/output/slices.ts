import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';

/** A look at texts that may be long, in parts: each tells how many units it looked at, and others may have their turn before the next. */
export type Slices<T> = Generator<number, T, undefined>;

/** Does all of it in one go. */
export function atOnce<T>(slices: Slices<T>): T {
  let step = slices.next();
  while (step.done !== true) step = slices.next();
  return step.value;
}

/** Does all of it, and gives others their turn between slices. */
export async function inTurns<T>(slices: Slices<T>): Promise<T> {
  let step = nextSlice(slices);
  while (step.done !== true) {
    await new Promise((resolve) => setImmediate(resolve));
    step = nextSlice(slices);
  }
  return step.value;
}

/** Goes on until a slice is full; answers whether all of it is done then, and with what. */
export function nextSlice<T>(slices: Slices<T>): IteratorResult<number, T> {
  let step = slices.next();
  let units = 0;
  while (step.done !== true) {
    units += step.value;
    if (units >= SLICE_UNITS) break;
    step = slices.next();
  }
  return step;
}
