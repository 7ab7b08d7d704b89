import { budgetOfKey, SOFT_SHARE, toBudget, type Budget } from '@aicp/contracts/budgets/budget';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';

/** A limit on spend: a Budget, or what a key, team, business unit or organization may spend. Money is nano-USD. */
export interface MoneyLimit extends Budget {
  /** One of its kind among all limits: that of a Budget is its name, others have the kind before it, and a colon, which no name has. */
  readonly id: string;
  /** What people call it. */
  readonly title: string;
  readonly source: Source;
  readonly softPercent: number;
  readonly hardPercent: number;
}

/** A limit's amounts at a moment. */
export interface Thresholds {
  readonly limit: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
}

/** With what was added for a while. */
export function thresholdsAt(limit: MoneyLimit, nowMs: number): Thresholds {
  const { increase } = limit;
  if (increase === undefined || increase.endsMs <= nowMs) return limit;
  const { amount } = increase;
  return { limit: limit.limit + amount, soft: limit.soft + amount, hard: limit.hard + amount };
}

const PREFIXES: Readonly<Record<string, string>> = {
  Team: 'team:',
  BusinessUnit: 'business_unit:',
  Organization: 'organization:',
  APIKey: 'key:',
};

const idOf = ({ kind, name }: Source): string => `${PREFIXES[kind] ?? ''}${name}`;

/** The limit of a fragment of the section `budgets`. */
export const limitOfBudget = (fragment: BudgetFragment): MoneyLimit => ({
  ...toBudget(fragment),
  id: idOf(fragment.source),
  title: fragment.displayName ?? fragment.id,
  source: fragment.source,
  softPercent: fragment.softPercent,
  hardPercent: fragment.hardPercent,
});

/** What a key may spend, as a limit; undefined where it has none. */
export function limitOfKey(key: KeyFragment): MoneyLimit | undefined {
  const { maxBudget, source, id, organization } = key;
  if (!maxBudget) return undefined;
  return {
    ...budgetOfKey(id, maxBudget, organization),
    id: idOf(source),
    title: id,
    source,
    softPercent: Number(SOFT_SHARE),
    hardPercent: 1,
  };
}
