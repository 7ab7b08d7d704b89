import { isObject } from '../../formats/json/members.ts';
import { problemOfTier } from '../../protocols/service-tier.ts';
import type { ClosedMembers } from './closed-members.ts';

/** What of `provider` leaves it to OpenRouter to ask the cheapest, as far as it may be asked, or bounds what it may cost. */
const CHOOSES_BY_PRICE: ReadonlySet<string> = new Set([
  ...['allow_fallbacks', 'require_parameters', 'data_collection', 'zdr', 'max_price', 'sort'],
  'enforce_distillable_text',
]);

/**
 * Members with which OpenRouter charges more than its price of the model ("Provider Routing", "Service Tiers" and "Nitro Variant" of openrouter.ai/docs):
 * those who serve a model have their own prices, and tiers and faster modes too.
 */
export const DEARER_AT_OPENROUTER: ClosedMembers = {
  provider: dearerProvider,
  service_tier: (tier) => {
    const problem = problemOfTier(tier);
    return problem === undefined ? undefined : `service_tier ${problem}.`;
  },
  speed: (speed) =>
    speed === 'standard'
      ? undefined
      : 'speed must be "standard" or left out: others cost more than the price that this gateway knows and bounds budgets by.',
};

function dearerProvider(value: unknown): string | undefined {
  if (!isObject(value)) return WHAT_MAY_BE;
  const { sort } = value;
  const isByPrice = (isObject(sort) ? sort.by : sort) ?? 'price';
  const isOther = ([name, wish]: [string, unknown]): boolean =>
    wish !== null && !CHOOSES_BY_PRICE.has(name);
  return isByPrice !== 'price' || Object.entries(value).some(isOther) ? WHAT_MAY_BE : undefined;
}

const WHAT_MAY_BE = `provider may hold ${[...CHOOSES_BY_PRICE].join(', ')}, and sort be price alone: others choose who serves the model whatever it costs, and budgets are bound by one price. Who may serve at all is set in the account at OpenRouter.`;
