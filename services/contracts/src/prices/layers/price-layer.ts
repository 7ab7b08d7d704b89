import type { PriceList, PriceSource } from '../price-list.ts';

/** What a layer says of a model at some time: prices, or what is taken off those beneath. */
export type Saying = { readonly prices: PriceList } | { readonly discountPercent: string | number };

/** A saying, and when it holds. */
export interface LayerEntry {
  readonly says: Saying;
  readonly source: PriceSource;
  /** Milliseconds since 1970, from on and before; absent: from ever, for good. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** The hours of the day (UTC) in which alone it holds. */
  readonly hours?: Hours | undefined;
}

/** From the second on, and before; past midnight where the latter is the smaller. */
export interface Hours {
  readonly fromSecond: number;
  readonly untilSecond: number;
}

/** What one source of prices says of a model. At any time the last of those that hold counts. */
export type PriceLayer = readonly LayerEntry[];

/** What counts of a layer at a moment. `second`: of the day; undefined: outside all hours. */
export const sayingAt = (
  layer: PriceLayer,
  ms: number,
  second: number | undefined,
): LayerEntry | undefined => layer.findLast((entry) => holds(entry, ms, second));

const holds = (
  { from = -Infinity, until = Infinity, hours }: LayerEntry,
  ms: number,
  second: number | undefined,
): boolean => from <= ms && ms < until && (hours === undefined || isWithin(hours, second));

function isWithin({ fromSecond, untilSecond }: Hours, second: number | undefined): boolean {
  if (second === undefined) return false;
  const isAfter = second >= fromSecond;
  const isBefore = second < untilSecond;
  return untilSecond < fromSecond ? isAfter || isBefore : isAfter && isBefore;
}
