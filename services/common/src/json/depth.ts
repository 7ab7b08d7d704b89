/** Whether lists and objects are nested deeper than so many levels in a value of JSON. What it looks at itself it never goes deeper than that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(one, levels - 1));
}
