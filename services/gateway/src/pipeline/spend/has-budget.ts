import type { Routed } from '../exchange/phases.ts';
import { costTags } from '@aicp/contracts/usage/cost-tags';

/** Whether some budget that refuses requests counts this one, or may count it by the model that serves. */
export function hasBudget({ exchange, principal, candidates, input, headerMetadata }: Routed) {
  const { budgets, settings } = exchange.runtime;
  if (!budgets.isEnforced || !settings.costTracking) return false;
  if (budgets.of(principal).some(({ stops }) => stops)) return true;
  if (budgets.isEmpty) return false;
  const { organization } = principal;
  const ofTags = budgets.ofTags(principal, costTags(input.metadata, headerMetadata));
  const ofModels = candidates.flatMap((model) => budgets.ofModel(model, organization));
  return [...ofTags, ...ofModels].some(({ stops }) => stops);
}
