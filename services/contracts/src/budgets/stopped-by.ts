import type { LimitedModel } from '../limits/rate-limits.ts';
import type { Budgets, Spender } from './budgets.ts';

/** A request, and who may serve it. */
export interface Candidacy {
  readonly spender: Spender;
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly candidates: readonly LimitedModel[];
}

/** Whether some budget that refuses requests counts this one, or may count it by the model that serves. */
export function stoppedBy(budgets: Budgets, { spender, tags, candidates }: Candidacy): boolean {
  if (!budgets.isEnforced) return false;
  if (budgets.of(spender).some(({ stops }) => stops)) return true;
  if (budgets.isEmpty) return false;
  const ofModels = candidates.flatMap((model) => budgets.ofModel(model, spender.organization));
  return [...budgets.ofTags(spender, tags), ...ofModels].some(({ stops }) => stops);
}
