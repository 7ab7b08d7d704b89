import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { BudgetScope } from '@aicp/contracts/spend/spend-subject';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';

/** A limit on spend: a Budget, or what a key, team, business unit or organization may spend. Money is nano-USD. */
export interface MoneyLimit {
  /** One of its kind among all limits: that of a Budget is its name, others have the kind before it, and a colon, which no name has. */
  readonly id: string;
  readonly name: string;
  readonly source: Source;
  /** Whose requests alone it is about; undefined: the platform's own limit. */
  readonly organization: string | undefined;
  readonly scope: BudgetScope;
  /** Which one of the scope; undefined: each one by itself, or there is but one. */
  readonly value: string | undefined;
  readonly window: MoneyWindow;
  readonly limit: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
  readonly softPercent: number;
  readonly hardPercent: number;
  readonly action: BudgetFragment['action'];
  readonly increase: { readonly amount: bigint; readonly endsMs: number } | undefined;
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
export function limitOfBudget(fragment: BudgetFragment): MoneyLimit {
  const { source, organization, scope, value, window, action, increase } = fragment;
  return {
    id: idOf(source),
    name: fragment.displayName ?? fragment.id,
    source,
    organization,
    scope,
    value: scope === 'global' ? undefined : value,
    window,
    limit: BigInt(fragment.limit),
    soft: BigInt(fragment.soft),
    hard: BigInt(fragment.hard),
    softPercent: fragment.softPercent,
    hardPercent: fragment.hardPercent,
    action,
    increase: increase && {
      amount: BigInt(increase.amount),
      endsMs: Date.parse(increase.expiresAt),
    },
  };
}

const SOFT = { percent: 0.8, of: (limit: bigint): bigint => (limit * 4n) / 5n };

/** What a key may spend, as a limit; undefined where it has none. */
export function limitOfKey(key: KeyFragment): MoneyLimit | undefined {
  const { maxBudget, source, id, organization } = key;
  if (!maxBudget) return undefined;
  const limit = BigInt(maxBudget.limit);
  return {
    id: idOf(source),
    name: id,
    source,
    organization,
    scope: 'key',
    value: id,
    window: maxBudget.window,
    limit,
    soft: SOFT.of(limit),
    hard: limit,
    softPercent: SOFT.percent,
    hardPercent: 1,
    action: 'block',
    increase: undefined,
  };
}
