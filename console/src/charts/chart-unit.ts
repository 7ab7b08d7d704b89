import { countText, durationText, shortText, usdText } from '../ui/text/format-number.ts';

/** What the values of a chart are; shares of 1 are shown in percent. */
export type ChartUnit = 'requests' | 'ms' | 'USD' | 'tokens' | '%';

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 3 });

/** A value in full, with its unit; a dash where nothing was measured. */
export function valueText(unit: ChartUnit, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'ms') return durationText(value);
  if (unit === 'USD') return usdText(value);
  if (unit === '%') return PERCENT.format(value);
  return `${countText(value)} ${unit}`;
}

const AXIS_USD = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumSignificantDigits: 3,
});
const AXIS_PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 3 });

/** A value in few letters, for an axis. */
export function axisText(unit: ChartUnit, value: number): string {
  if (unit === 'USD') return AXIS_USD.format(value);
  if (unit === '%') return AXIS_PERCENT.format(value);
  return unit === 'ms' ? durationText(value) : shortText(value);
}

/** Steps between the marks of an axis of whole things: 1, 2, 5, 10, … */
const WHOLE_STEPS: readonly number[] = Array.from(
  { length: 36 },
  (_, index) => ([1, 2, 5][index % 3] ?? 1) * 10 ** Math.floor(index / 3),
);

/** The steps that marks of an axis may have; undefined: any. */
export const axisSteps = (unit: ChartUnit): readonly number[] | undefined =>
  unit === 'requests' || unit === 'tokens' ? WHOLE_STEPS : undefined;

const LEAST_AXIS_WIDTH = 64;
/** Room for a letter of an axis and, once, for what stands between it and the lines. Pixels. */
const LETTER = 7;
const MARGIN = 20;

/** How wide an axis must be for its texts, pixels; null: nobody knows them yet. */
export const axisWidth = (texts: readonly string[] | null): number =>
  Math.max(LEAST_AXIS_WIDTH, ...(texts ?? []).map((text) => text.length * LETTER + MARGIN));

/** Shares that are all above this are looked at closely: what is missing to 100 % is what counts of them. */
const HIGH_SHARE = 0.5;
/** As high as an axis is where all values are nothing. */
const LEAST_SHARE = 0.01;

/** From where to where an axis reaches: from nothing, so that heights can be compared; of high shares, from below the least to 100 %. */
export function axisRange(
  unit: ChartUnit,
  least: number | null,
  most: number | null,
): readonly [number, number] {
  if (least === null || most === null) return [0, 1];
  if (unit === '%' && least > HIGH_SHARE && most <= 1) {
    return [least - Math.max((1 - least) * 0.2, LEAST_SHARE / 10), 1];
  }
  if (most > 0) return [0, most * 1.08];
  return [0, unit === '%' ? LEAST_SHARE : 1];
}

/** The index that a key moves a cursor to; undefined where the key does not move it. */
export function movedIndex(key: string, now: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft') return Math.max((now ?? count) - 1, 0);
  if (key === 'ArrowRight') return Math.min((now ?? -1) + 1, last);
  return undefined;
}
