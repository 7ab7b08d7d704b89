/**
 * Divides a whole number by weights. The parts add up to it exactly, and each is less than 1 away from its share: what is left over when all are rounded down
 * goes, one by one, to the largest remainders, of equal ones to the first. Negative totals are divided alike. Weights are 0 or more, and not all of them 0.
 */
export function divide(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole <= 0n) throw new RangeError('weights must add up to more than 0');
  const parts = weights.map((weight) => floorOf(total * weight, whole));
  let left = parts.reduce((rest, part) => rest - part, total);
  if (left === 0n) return parts;
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: total * (weights[index] ?? 0n) - part * whole }))
    .sort((a, b) => compare(b.remainder, a.remainder) || a.index - b.index);
  for (const { index } of byRemainder) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts;
}

/** The largest whole number that is not above the quotient; `divisor` is above 0. */
export function floorOf(dividend: bigint, divisor: bigint): bigint {
  const towardsZero = dividend / divisor;
  return dividend % divisor < 0n ? towardsZero - 1n : towardsZero;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
