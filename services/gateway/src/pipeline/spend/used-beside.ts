import type { UsedOfLimits } from '../../limits/taken-limits.ts';
import type { Exchange } from '../exchange/exchange.ts';

const NOTHING = { tokens: 0, cost: 0, payer: 'platform' } as const;

/** What a request used that no provider answered: what a model was asked about it to find out whether the cache has an answer. */
export function usedBeside({ embedded }: Exchange): UsedOfLimits {
  const { tokens, cost, payer } = embedded ?? NOTHING;
  return { tokens, most: tokens, cost: 0, payer, beside: { cost, payer } };
}
