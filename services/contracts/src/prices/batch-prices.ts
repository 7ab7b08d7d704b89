import { lessShare } from './less-share.ts';
import type { PricesInForce } from './price-schedule.ts';
import type { Rates } from './prices.ts';

/** By the prices of single requests: whoever charges a file of 10,000 requests asks 10,000 times. */
const known = new WeakMap<PricesInForce, PricesInForce>();

/** What requests of batches cost where single ones have these prices, each rounded half up to a nano-dollar (per million tokens). */
export function batchPrices(prices: PricesInForce): PricesInForce {
  if (prices.batchDiscount === 0n) return prices;
  let made = known.get(prices);
  if (made === undefined) {
    made = discounted(prices);
    known.set(prices, made);
  }
  return made;
}

function discounted(prices: PricesInForce): PricesInForce {
  const { batchDiscount: share } = prices;
  const ofRates = (rates: Rates): Rates => ({
    input: less(rates.input, share),
    cachedInput: less(rates.cachedInput, share),
    cacheWrite: less(rates.cacheWrite, share),
    audioInput: less(rates.audioInput, share),
    output: less(rates.output, share),
    reasoning: less(rates.reasoning, share),
    audioOutput: less(rates.audioOutput, share),
  });
  return {
    ...prices,
    rates: ofRates(prices.rates),
    tiers: prices.tiers.map((tier) => ({ ...tier, rates: ofRates(tier.rates) })),
    perRequest: lessShare(prices.perRequest, share),
    perImage: lessShare(prices.perImage, share),
    perMinute: lessShare(prices.perMinute, share),
    perMillionCharacters: lessShare(prices.perMillionCharacters, share),
  };
}

const less = (amount: bigint | undefined, share: bigint): bigint | undefined =>
  amount === undefined ? undefined : lessShare(amount, share);
