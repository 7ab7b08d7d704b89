import type { Budget } from '@aicp/contracts/budgets/budget';
import type { Budgets } from '@aicp/contracts/budgets/budgets';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { Caller } from '../access/caller.ts';
import type { CostModel } from '../snapshot/cost-model.ts';

/** A limit on what a caller's requests may cost, at a moment. Nano-USD. */
export interface SpendLimit {
  readonly budget: Budget;
  readonly subject: SpendSubject;
  readonly limit: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
  /** Whether the caller may hear of its amounts: nobody is told what all organizations together have spent. */
  readonly isTold: boolean;
}

/** Whose requests, to whom, and when. */
export interface SpendOf {
  readonly caller: Caller;
  /** Undefined where it is not known: limits on models are left out. */
  readonly model: CostModel | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** What a request counts in, as the gateway counts it. */
export const countersOf = (
  budgets: Budgets,
  { caller: { principal }, model, tags }: Omit<SpendOf, 'nowMs'>,
): readonly MoneyCounter[] => [
  ...budgets.of(principal),
  ...budgets.ofTags(principal, tags),
  ...(model ? budgets.ofModel(model, principal.organization) : []),
];

/** All limits that hold for a request: budgets, and what keys, teams, business units and organizations may spend. Every one of them has to let it pass. */
export const limitsOn = (budgets: Budgets, of: SpendOf): SpendLimit[] =>
  countersOf(budgets, of).flatMap((counter) =>
    counter.budgets.map((budget) => toLimit(budget, counter.subject, of)),
  );

function toLimit(budget: Budget, subject: SpendSubject, { caller, nowMs }: SpendOf): SpendLimit {
  const { increase } = budget;
  const more = increase && nowMs < increase.endsMs ? increase.amount : 0n;
  return {
    budget,
    subject,
    limit: budget.limit + more,
    soft: budget.soft + more,
    hard: budget.hard + more,
    isTold: subject.organization !== undefined || caller.principal.organization === undefined,
  };
}
