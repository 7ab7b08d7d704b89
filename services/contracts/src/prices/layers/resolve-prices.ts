import { isDeepStrictEqual } from 'node:util';
import type {
  PriceChange,
  PriceHours,
  PriceList,
  PricePeriod,
  PriceSource,
  Schedule,
} from '../price-list.ts';
import { canonicalJson, sha256 } from '../../snapshot/digest.ts';
import { discounted, isWhole, overlay } from './overlay.ts';
import { sayingAt, type PriceLayer } from './price-layer.ts';

/**
 * What a model costs and when, from layers of prices, the lowest first. All times are in what comes out, and whoever charges goes by its own clock: so a price begins and
 * ends to the second also while nobody compiles, and what is compiled does not depend on when. `name` begins the name of each version.
 */
export function resolvePrices(name: string, layers: readonly PriceLayer[]): Schedule {
  const [first, ...later] = [-Infinity, ...moments(layers)].map((at) => ({
    at,
    period: periodAt(name, layers, at),
  }));
  const period = first?.period ?? periodOf(name, { prices: {}, sources: [] });
  const changes: PriceChange[] = [];
  let before = period;
  for (const { at, period: now } of later) {
    if (isDeepStrictEqual(before, now)) continue;
    changes.push({ at: new Date(at).toISOString(), ...now });
    before = now;
  }
  return changes.length === 0 ? period : { ...period, priceChanges: changes };
}

/** When something begins or ends, earliest first. */
function moments(layers: readonly PriceLayer[]): number[] {
  const all = layers.flat().flatMap(({ from, until }) => [from, until]);
  return [...new Set(all.filter((at) => at !== undefined))].sort((a, b) => a - b);
}

function periodAt(name: string, layers: readonly PriceLayer[], at: number): PricePeriod {
  const period = periodOf(name, resolvedAt(layers, at, undefined));
  const priceHours = secondsOf(layers).flatMap((fromSecond, index, all): PriceHours[] => {
    const untilSecond = all[(index + 1) % all.length] ?? fromSecond;
    const within = periodOf(name, resolvedAt(layers, at, fromSecond));
    return isDeepStrictEqual(within, period) ? [] : [{ fromSecond, untilSecond, ...within }];
  });
  return priceHours.length === 0 ? period : { ...period, priceHours };
}

/** The seconds of the day at which something begins or ends. */
function secondsOf(layers: readonly PriceLayer[]): number[] {
  const all = layers
    .flat()
    .flatMap(({ hours }) => (hours ? [hours.fromSecond, hours.untilSecond] : []));
  return [...new Set(all)].sort((a, b) => a - b);
}

interface Resolved {
  readonly prices: PriceList;
  readonly sources: readonly PriceSource[];
}

function resolvedAt(
  layers: readonly PriceLayer[],
  ms: number,
  second: number | undefined,
): Resolved {
  let resolved: Resolved = { prices: {}, sources: [] };
  for (const layer of layers) {
    const entry = sayingAt(layer, ms, second);
    if (!entry) continue;
    const { says, source } = entry;
    const { prices, sources } = resolved;
    resolved =
      'prices' in says
        ? {
            prices: overlay(prices, says.prices),
            sources: isWhole(says.prices) ? [source] : [...sources, source],
          }
        : { prices: discounted(prices, says.discountPercent), sources: [...sources, source] };
  }
  return resolved;
}

const periodOf = (name: string, { prices, sources }: Resolved): PricePeriod => ({
  prices,
  priceVersion: `${name}@${sha256(canonicalJson(prices)).slice(0, 12)}`,
  ...(sources.length === 0 ? {} : { priceSources: [...sources] }),
});
