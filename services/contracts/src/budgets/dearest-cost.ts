import { isSpendOf, payerOf } from '../spend/payer.ts';
import type { RoutingModel } from '../routing/catalog/resolution.ts';
import type { MoneyCounter } from './money-counter.ts';
import { NO_COST, type LikelyCost } from './money-demands.ts';

/**
 * What a request may cost, by whose spend is counted: what the dearest candidate would, and of a budget of a model what that one would. What an organization's own
 * provider serves costs the platform nothing.
 */
export function dearestCost<M extends Pick<RoutingModel, 'provider'>>(
  candidates: readonly M[],
  first: M | undefined,
  costAt: (model: M) => LikelyCost,
): (counter: MoneyCounter) => LikelyCost {
  const costs = candidates.map((one) => ({ one, cost: costAt(one) }));
  const all = dearest(costs.map(({ cost }) => cost));
  const ofPlatform = dearest(
    costs.filter(({ one }) => payerOf(one.provider) === 'platform').map(({ cost }) => cost),
  );
  const ofFirst = first ? costAt(first) : NO_COST;
  return ({ subject }) => {
    if (subject.scope === 'model') return ofFirst;
    return isSpendOf(subject, 'organization') ? all : ofPlatform;
  };
}

const dearest = (costs: readonly LikelyCost[]): LikelyCost =>
  costs.reduce((most, one) => (one.likely > most.likely ? one : most), NO_COST);
