/** Whether a value of JSON nests deeper than so many levels. What does cannot be written again: it is read in a loop, and written call by call. */
export const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1)));
