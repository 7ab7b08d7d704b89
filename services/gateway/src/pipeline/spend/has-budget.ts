import { stoppedBy } from '@aicp/contracts/budgets/stopped-by';
import { costTags } from '@aicp/contracts/usage/cost-tags';
import type { Routed } from '../exchange/phases.ts';

/** Whether some budget that refuses requests counts this one, or may count it by the model that serves. */
export function hasBudget({ exchange, principal, candidates, input, headerMetadata }: Routed) {
  const { budgets, settings } = exchange.runtime;
  if (!settings.costTracking || (budgets.isEmpty && !principal.maxBudget)) return false;
  const tags = costTags(input.metadata, headerMetadata);
  return stoppedBy(budgets, { spender: principal, tags, candidates });
}
