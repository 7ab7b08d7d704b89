import { nanoUsdOf } from '../../budgets/usd-text.ts';
import { lessShare } from '../less-share.ts';
import type { PriceList, TokenPrices } from '../price-list.ts';

const OF_INPUT = ['input', 'cachedInput', 'cacheWrite', 'audioInput'] as const;
const OF_OUTPUT = ['output', 'reasoning', 'audioOutput'] as const;

/** Whether prices say all that there is to say, so that nothing beneath them counts. */
export const isWhole = ({ input, output }: PriceList): boolean =>
  input !== undefined && output !== undefined;

/**
 * The prices of a layer over those of the layers beneath it. A price for input takes the place of all that was said of input beneath, cached and audio included, and one for
 * output of all that was said of output: a price that nobody meant for these is never mixed into them. Other prices take the place of the same one beneath. What is
 * taken off for batches is a share, and holds for whichever prices are over it.
 */
export function overlay(beneath: PriceList, over: PriceList): PriceList {
  const { batchDiscount } = beneath;
  if (isWhole(over)) return batchDiscount === undefined ? over : { batchDiscount, ...over };
  const hidden = new Set<keyof TokenPrices>([
    ...(over.input === undefined ? [] : OF_INPUT),
    ...(over.output === undefined ? [] : OF_OUTPUT),
  ]);
  const { tiers, ...rest } = beneath;
  const left = tiers
    ?.map((tier) => without(tier, hidden))
    .filter((tier) => Object.keys(tier).length > 1);
  return {
    ...without(rest, hidden),
    ...(left === undefined || left.length === 0 ? {} : { tiers: left }),
    ...over,
  };
}

const without = <T extends object>(prices: T, hidden: ReadonlySet<string>): T =>
  Object.fromEntries(Object.entries(prices).filter(([name]) => !hidden.has(name))) as T;

/** Prices less so many percent, each rounded half up to a nano-dollar (per million tokens). What is taken off for batches is taken off what is left. */
export function discounted(prices: PriceList, percent: string | number): PriceList {
  const share = nanoUsdOf(percent);
  const less = (amount: string): string => lessShare(BigInt(amount), share).toString();
  const { tiers, batchDiscount, ...rest } = prices;
  return {
    ...lessEach(rest, less),
    ...(batchDiscount === undefined ? {} : { batchDiscount }),
    ...(tiers === undefined
      ? {}
      : {
          tiers: tiers.map(({ aboveInputTokens, ...own }) => ({
            aboveInputTokens,
            ...lessEach(own, less),
          })),
        }),
  };
}

const lessEach = <T extends object>(prices: T, less: (amount: string) => string): T =>
  Object.fromEntries(
    Object.entries(prices).map(([name, amount]) => [name, less(String(amount))]),
  ) as T;
