import { floorOf } from './divide.ts';

const NANO_PER_CENT = 10_000_000n;

/** A cost in nano-USD, and what it is shown together with: `groups` from the widest to the narrowest. */
export interface ShownCost {
  readonly cost: bigint;
  readonly groups: readonly string[];
}

/** To the nearest cent; half a cent goes up. */
export const roundedToCents = (nano: bigint): bigint =>
  floorOf(nano + NANO_PER_CENT / 2n, NANO_PER_CENT);

/**
 * Costs in whole cents that add up to their sum, rounded to the cent; and so do those of every group to what the group is shown with. Each sum and each cost is less than a
 * cent away from what it is: what rounding down leaves goes to the largest remainders, of equal ones to the first.
 */
export function inCents(costs: readonly ShownCost[]): bigint[] {
  const shown = costs.map(() => 0n);
  const all = costs.map((cost, index) => ({ ...cost, index }));
  distribute(all, { cents: roundedToCents(sumOf(all)), depth: 0, shown });
  return shown;
}

interface Indexed extends ShownCost {
  readonly index: number;
}

function distribute(
  costs: readonly Indexed[],
  { cents, depth, shown }: { cents: bigint; depth: number; shown: bigint[] },
): void {
  const isLast = costs.every(({ groups }) => groups.length <= depth);
  const parts = isLast
    ? costs.map((cost) => [cost])
    : [...Map.groupBy(costs, ({ groups }) => groups[depth] ?? '').values()];
  const divided = divideCents(cents, parts.map(sumOf));
  for (const [place, part] of parts.entries()) {
    const own = divided[place] ?? 0n;
    if (!isLast) distribute(part, { cents: own, depth: depth + 1, shown });
    else for (const { index } of part) shown[index] = own;
  }
}

/** Each sum rounded down, and the cents that are left to the largest remainders. */
function divideCents(cents: bigint, sums: readonly bigint[]): bigint[] {
  const floors = sums.map((sum) => floorOf(sum, NANO_PER_CENT));
  const remainders = sums.map((sum, place) => sum - (floors[place] ?? 0n) * NANO_PER_CENT);
  const left = floors.reduce((rest, floor) => rest - floor, cents);
  const order = remainders
    .map((remainder, place) => ({ remainder, place }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.place - b.place)
    .slice(0, Number(left));
  for (const { place } of order) floors[place] = (floors[place] ?? 0n) + 1n;
  return floors;
}

const sumOf = (costs: readonly { readonly cost: bigint }[]): bigint =>
  costs.reduce((sum, { cost }) => sum + cost, 0n);
