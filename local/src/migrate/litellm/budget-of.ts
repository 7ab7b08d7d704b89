import { decimalsOf, plainDecimal } from '@aicp/contracts/prices/decimal-text';
import type { Plan } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';

/** Windows as LiteLLM and we call them. */
const WINDOWS: ReadonlyMap<string, string> = new Map([
  ['1h', '1h'],
  ['60m', '1h'],
  ['24h', '1d'],
  ['1d', '1d'],
  ['7d', '7d'],
  ['30d', '30d'],
  ['1mo', 'month'],
]);

interface Whose {
  readonly entityType: 'global' | 'model';
  readonly entityId?: string;
}

/** Makes a Budget of `max_budget` and `budget_duration`, where a part has them. */
export function addBudget(plan: Plan, part: Part, whose: Whose): void {
  const amount = part.text('max_budget');
  const duration = part.text('budget_duration');
  if (amount === undefined) return;
  const limitUsd = plainDecimal(amount);
  const window = WINDOWS.get(duration ?? '1mo');
  if (limitUsd === undefined || decimalsOf(limitUsd) > 9 || window === undefined) {
    part.lost(
      `no Budget is made: max_budget has to be an amount of USD, and budget_duration one of ${[...WINDOWS.keys()].join(', ')}`,
    );
    return;
  }
  if (duration === undefined) {
    part.lost('max_budget has no budget_duration, and no Budget is for ever: it is one a month');
  }
  const names = [whose.entityId === undefined ? 'platform' : `model-${whose.entityId}`];
  plan.add('Budget', { names, spec: { ...whose, limitUsd, window }, from: part });
}
