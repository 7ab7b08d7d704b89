import type { Schedule } from '@aicp/contracts/prices/price-list';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';

/** What an organization's model at a provider of the platform has from the platform's model. */
export type Inherited = Schedule &
  Pick<ModelFragment, 'upstreamModel' | 'mode' | 'tier' | 'limits'>;

export const inheritedFrom = (from: Inherited): Inherited => ({
  upstreamModel: from.upstreamModel,
  mode: from.mode,
  tier: from.tier,
  limits: from.limits,
  prices: from.prices,
  priceVersion: from.priceVersion,
  priceSources: from.priceSources,
  priceHours: from.priceHours,
  priceChanges: from.priceChanges,
});
