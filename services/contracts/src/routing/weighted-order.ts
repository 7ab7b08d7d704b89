/**
 * One item picked by its weight, then the others as they stand. Where no item has weight, all are equally likely. `random` gives
 * [0, 1).
 */
export function weightedOrder<T extends { readonly weight: number }>(
  items: readonly T[],
  random: () => number,
): T[] {
  if (items.length < 2) return [...items];
  const total = items.reduce((sum, item) => sum + item.weight, 0);
  const index = total === 0 ? Math.floor(random() * items.length) : pick(items, random() * total);
  return [...items.slice(index, index + 1), ...items.slice(0, index), ...items.slice(index + 1)];
}

function pick(items: readonly { readonly weight: number }[], at: number): number {
  let passed = 0;
  const index = items.findIndex(({ weight }) => {
    passed += weight;
    return at < passed;
  });
  return index === -1 ? items.length - 1 : index;
}
