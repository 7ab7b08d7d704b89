import type { BudgetFragment } from '../snapshot/sections/budgets.ts';
import type { KeyFragment } from '../snapshot/sections/keys.ts';
import type { MoneyWindow } from '../spend/money-window.ts';
import { shareOfNanoUsd } from './nano-usd.ts';
import type { BudgetScope } from '../spend/spend-subject.ts';

/** A limit on spend, as requests are measured by it. Amounts are nano-USD. */
export interface Budget {
  /** `metadata.name` of the object that sets it. */
  readonly name: string;
  /** Its kind: Budget, or that of the account whose `max_budget` it is. */
  readonly kind: string;
  /** Whose requests alone count; undefined: the platform's budget. */
  readonly organization: string | undefined;
  readonly scope: BudgetScope;
  /** Undefined: each one of the scope by itself, or all of it where it is global. */
  readonly value: string | undefined;
  readonly window: MoneyWindow;
  readonly limit: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
  readonly action: BudgetFragment['action'];
  readonly downgradeTo: string | undefined;
  readonly increase: { readonly amount: bigint; readonly endsMs: number } | undefined;
}

/** The budget of a fragment. */
export function toBudget(fragment: BudgetFragment): Budget {
  const { id, source, organization, scope, value, window, action, downgradeTo } = fragment;
  const { increase } = fragment;
  return {
    name: id,
    kind: source.kind,
    organization,
    scope,
    value: scope === 'global' ? undefined : value,
    window,
    limit: BigInt(fragment.limit),
    soft: BigInt(fragment.soft),
    hard: BigInt(fragment.hard),
    action,
    downgradeTo,
    increase: increase && {
      amount: BigInt(increase.amount),
      endsMs: Date.parse(increase.expiresAt),
    },
  };
}

/** From how much of what an account may spend on it warns. */
export const SOFT_SHARE = '0.8';

/** What a key may spend by itself. */
export function budgetOfKey(
  key: string,
  { limit, window }: NonNullable<KeyFragment['maxBudget']>,
  organization: string | undefined,
): Budget {
  const most = BigInt(limit);
  return {
    name: key,
    kind: 'APIKey',
    organization,
    scope: 'key',
    value: key,
    window,
    limit: most,
    soft: shareOfNanoUsd(most, SOFT_SHARE),
    hard: most,
    action: 'block',
    downgradeTo: undefined,
    increase: undefined,
  };
}
