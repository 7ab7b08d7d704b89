import { shareOfNanoUsd } from '@aicp/contracts/budgets/nano-usd';
import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { BUDGET_SCOPES } from '@aicp/contracts/spend/spend-subject';
import { z } from 'zod';

const amount = z.union([z.number(), z.string()]);

/** What a budget's spec says of whom it limits, and to how much. */
export const budgetTerms = z.object({
  entityType: z.enum(BUDGET_SCOPES),
  entityId: z.string().optional(),
  organizationId: z.string().optional(),
  monthlyLimit: amount.optional(),
  limitUsd: amount.default(0),
  window: z.enum(['1h', '1d', '7d', '30d', 'month']).default('month'),
  softLimitPercent: amount.default('0.8'),
  hardLimitPercent: amount.default(1),
  temporaryIncrease: z.object({ amountUsd: amount, expiresAt: z.string() }).optional(),
});
export type BudgetTerms = z.output<typeof budgetTerms>;

/** A limit's amounts at a moment, nano-USD. */
export interface Thresholds {
  readonly limit: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
}

/** With what is added for a while, while that lasts. */
export function thresholdsAt(terms: BudgetTerms, nowMs: number): Thresholds {
  const limit = nanoUsdOf(terms.monthlyLimit ?? terms.limitUsd);
  const { temporaryIncrease: more } = terms;
  const added = more && nowMs < Date.parse(more.expiresAt) ? nanoUsdOf(more.amountUsd) : 0n;
  return {
    limit: limit + added,
    soft: shareOfNanoUsd(limit, terms.softLimitPercent) + added,
    hard: shareOfNanoUsd(limit, terms.hardLimitPercent) + added,
  };
}
