import type { ChartUnit } from './chart-unit.ts';

/** A line of a chart: a value for each moment, null where nothing was measured. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** What a chart over time shows. */
export interface ChartData {
  readonly unit: ChartUnit;
  /** Milliseconds since 1970, ascending. */
  readonly moments: readonly number[];
  readonly series: readonly ChartSeries[];
}

/** Whether there is a value anywhere. */
export const hasValues = ({ series }: ChartData): boolean =>
  series.some(({ values }) => values.some((value) => value !== null));

/** Indices of values with none before and none after them. */
export const loneValues = (values: ChartSeries['values']): readonly number[] =>
  values.flatMap((value, index) => {
    const isThere = (at: number): boolean => (values[at] ?? null) !== null;
    return value !== null && !isThere(index - 1) && !isThere(index + 1) ? [index] : [];
  });
