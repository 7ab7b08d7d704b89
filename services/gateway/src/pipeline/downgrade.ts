import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import { checkAccess } from '@aicp/contracts/routing/stages';
import type { Routed } from './exchange/phases.ts';
import { routedBy } from './policies.ts';
import { boundRoute } from './held/bind.ts';
import { withPrices } from './prices.ts';

/**
 * The request as if it had asked for the cheaper model of a budget that it counts in: of the first whose model the caller's lists and tiers allow, and
 * routing policies do not deny. No A/B test has to do with it. Undefined where there is none.
 */
export function downgraded(phase: Routed, counters: readonly MoneyCounter[]): Routed | undefined {
  for (const { budgets } of counters) {
    for (const { action, downgradeTo } of budgets) {
      if (action !== 'downgrade' || downgradeTo === undefined) continue;
      const routed = servedBy(phase, downgradeTo);
      if (routed) return routed;
    }
  }
  return undefined;
}

function servedBy(phase: Routed, name: string): Routed | undefined {
  const { exchange, entitlement } = phase;
  const resolution = exchange.runtime.catalog.find(name, entitlement);
  if (!resolution || checkAccess(resolution, name, entitlement).refusal) return undefined;
  const { routed } = routedBy({ ...phase, resolution });
  const { priced } = withPrices(boundRoute(routed));
  return priced.candidates.length > 0
    ? { ...priced, isDowngraded: true, assignment: undefined }
    : undefined;
}
