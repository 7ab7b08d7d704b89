import type { DecisionStep } from '../decision/decision-record.ts';
import type { Resolution, RoutingModel } from './catalog/resolution.ts';
import type { RoutingRefusal } from './refusal.ts';
import type { MoneyLeft } from './request/money-left.ts';

/** What budgets say of a request that is not sent. */
export interface RequestBudgets {
  /** What those leave that count it, before it is known who serves. */
  moneyLeft(resolution: Resolution): MoneyLeft;
  /** Whether one that refuses requests counts it, or may count it by the model that serves. */
  hasLimit(candidates: readonly RoutingModel[]): boolean;
  /** How those stand that count it where these may serve, the first of them first. */
  trial(candidates: readonly RoutingModel[], isDowngraded: boolean): BudgetTrial;
}

export interface BudgetTrial {
  /** One for each budget. */
  readonly steps: readonly DecisionStep[];
  /** Undefined where all of them have room, as far as is known. */
  readonly refused: { readonly refusal: RoutingRefusal; readonly policy?: string } | undefined;
  /** Models that budgets name to serve in the place of what was asked for. */
  readonly cheaper: readonly string[];
}
