import { z } from 'zod';
import { MONEY_WINDOWS } from '../../spend/money-window.ts';
import { BUDGET_SCOPES } from '../../spend/spend-subject.ts';
import { defineSection, organization, source } from './kit/section.ts';

/** Nano-USD as text, because it may pass 2^53. */
export const nanoUsd = z.string().regex(/^[0-9]+$/, { error: 'may hold digits only' });

/** A Budget, or `max_budget` of a team, a business unit or an organization (that of a key stands with the key). */
export const budgetFragment = z.object({
  source,
  /** metadata.name of the object. */
  id: z.string(),
  displayName: z.string().optional(),
  organization,
  scope: z.enum(BUDGET_SCOPES),
  /** Which one of the scope, a model by its id; absent: each one by itself. */
  value: z.string().optional(),
  window: z.enum(MONEY_WINDOWS),
  limit: nanoUsd,
  /** From how much spend on it warns, and from how much on it acts: shares of `limit`, worked out. */
  soft: nanoUsd,
  hard: nanoUsd,
  softPercent: z.number(),
  hardPercent: z.number(),
  action: z.enum(['block', 'warn', 'downgrade']),
  /** Id or alias of the model that serves instead. */
  downgradeTo: z.string().optional(),
  /** More for a while; `limit`, `soft` and `hard` do not hold it. */
  increase: z.object({ amount: nanoUsd, expiresAt: z.string() }).optional(),
  alertEmail: z.string().optional(),
});
export type BudgetFragment = z.output<typeof budgetFragment>;

export const budgets = defineSection({
  name: 'budgets',
  item: budgetFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
  guards: ({ action }) => action !== 'warn',
});
