import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import { shareOfNanoUsd } from '@aicp/contracts/budgets/nano-usd';
import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import type { BudgetScope } from '@aicp/contracts/spend/spend-subject';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import type { Views } from '../kit/lookup.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { whyUnblocked, whyUncounted } from '../control-plane/switches.ts';

/** What a key, a team, a business unit or an organization may spend, as its spec says it. */
export interface MaxBudget {
  readonly maxBudget?: string | number | undefined;
  readonly budgetDuration?: '1h' | '1d' | '7d' | '30d' | 'month' | undefined;
}

/** What specs call 30 days is the calendar month; so is what has no name. */
export const moneyWindowOf = (window: MaxBudget['budgetDuration'] = 'month'): MoneyWindow =>
  window === '30d' ? 'month' : window;

/** How much a limit is, and from how much spend on it warns and acts. */
export function thresholds(
  usd: string | number,
  softPercent: string | number,
  hardPercent: string | number,
) {
  const limit = nanoUsdOf(usd);
  return {
    limit: String(limit),
    soft: String(shareOfNanoUsd(limit, softPercent)),
    hard: String(shareOfNanoUsd(limit, hardPercent)),
    softPercent: Number(softPercent),
    hardPercent: Number(hardPercent),
  };
}

const SOFT_PERCENT = '0.8';
const HARD_PERCENT = 1;

/** The budget that an account of this scope is by itself; nothing where it has no limit. */
export function maxBudgetFragments(
  object: SourceObject,
  { maxBudget, budgetDuration }: MaxBudget,
  owner: {
    readonly scope: BudgetScope;
    readonly organization: string | undefined;
    readonly displayName?: string | undefined;
  },
): SectionFragment[] {
  if (maxBudget === undefined) return [];
  const fragment: BudgetFragment = {
    source: sourceOf(object),
    id: object.name,
    displayName: owner.displayName,
    organization: owner.organization,
    scope: owner.scope,
    value: object.name,
    window: moneyWindowOf(budgetDuration),
    ...thresholds(maxBudget, SOFT_PERCENT, HARD_PERCENT),
    action: 'block',
  };
  return [{ section: 'budgets', fragment }];
}

/** Why a limit on money does nothing, or not all that it says; undefined where it does, or where there is none. */
export const whyMoneyIsFree = (
  { maxBudget }: { readonly maxBudget?: unknown },
  lookup: Views,
): string | undefined => {
  if (maxBudget === undefined) return undefined;
  const why = whyUncounted(lookup) ?? whyUnblocked(lookup);
  return why && `spec.maxBudget: ${why}`;
};
