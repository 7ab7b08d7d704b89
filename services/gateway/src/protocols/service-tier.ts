/** Tiers of service for which vendors charge no more than their list says of a model: words of OpenAI's, Groq's, Anthropic's and Google's APIs. */
const AT_MOST_LIST_PRICE: ReadonlySet<string> = new Set([
  ...['auto', 'default', 'standard', 'standard_only', 'flex', 'scale', 'on_demand', 'unspecified'],
]);
const GOOGLES = /^service_tier_/;

/** Why a request may not ask for a tier of service, as what is behind its name; undefined: it may. */
export function problemOfTier(tier: unknown): string | undefined {
  if (typeof tier !== 'string') return undefined;
  const name = tier.toLowerCase().replace(GOOGLES, '');
  return AT_MOST_LIST_PRICE.has(name) ? undefined : DEARER;
}

const DEARER =
  'must be auto, default, standard, flex, scale or on_demand, or left out: vendors charge more for others than the price that this gateway knows and bounds budgets by';
