/**
 * What the units of one arm add up to, of one metric that is a ratio: y of a unit is the sum of its values, x how many there are (cost of its requests, and how many these are). Units are who was
 * assigned: their requests are alike, so that only units may be counted as independent observations.
 */
export interface RatioSums {
  /** How many units have an x. */
  readonly units: number;
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
  /** The x of the unit that has the most. */
  readonly mostX: number;
}

export const NO_SUMS: RatioSums = { units: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, mostX: 0 };

/** Adds up units. One without an x says nothing of a ratio. */
export function sumUnits(units: Iterable<{ readonly x: number; readonly y: number }>): RatioSums {
  const sums = { ...NO_SUMS };
  for (const { x, y } of units) {
    if (x <= 0) continue;
    sums.units += 1;
    sums.x += x;
    sums.y += y;
    sums.xx += x * x;
    sums.yy += y * y;
    sums.xy += x * y;
    sums.mostX = Math.max(sums.mostX, x);
  }
  return sums;
}
