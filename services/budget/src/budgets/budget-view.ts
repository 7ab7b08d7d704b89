import { BUDGET_SCOPES } from '@aicp/contracts/spend/spend-subject';
import { z } from 'zod';
import type { Standing } from '../spend/standing.ts';
import { usdNumber } from '@aicp/contracts/budgets/usd-text';

const usd = z.number();
const share = z.number();

export const budgetView = z
  .object({
    id: z.string().meta({ description: 'Of a Budget its name; else such as `team:research`.' }),
    name: z.string(),
    entity_type: z.enum(BUDGET_SCOPES),
    entity_id: z.string().nullable().meta({ description: 'Null: each one by itself, or global.' }),
    limit_usd: usd.meta({ description: 'With a temporary increase that is in force.' }),
    spent_usd: usd.meta({
      description:
        'Of a budget of each one: of the one that has spent the most, which is `of`; those first of which it is exceeded.',
    }),
    reserved_usd: usd.meta({ description: 'What requests under way may cost.' }),
    remaining_usd: usd.meta({ description: 'At least 0.' }),
    utilization: share.meta({ description: 'Share of the limit that is spent; 1 is all of it.' }),
    status: z.enum(['ok', 'warning', 'exceeded']).meta({
      description:
        'Exceeded: the hard limit is spent, or the soft one is spent or reserved and requests are refused that may cost more than what is left.',
    }),
    period_start: z.iso.datetime(),
    period_end: z.iso.datetime(),
    soft_limit_percent: share,
    hard_limit_percent: share,
    of: z.string().nullable().meta({ description: 'Whose spend it is, of a budget of each one.' }),
  })
  .meta({ id: 'BudgetStanding' });
export type BudgetView = z.output<typeof budgetView>;

export const budgetDetail = budgetView
  .extend({
    history: z
      .array(z.object({ date: z.iso.date(), spent_usd: usd }))
      .meta({ description: 'What was spent on each of the last 30 days, the oldest first.' }),
  })
  .meta({ id: 'BudgetStandingDetail' });

/** A limit as the API answers it. */
export function toBudgetView(standing: Standing): BudgetView {
  const { limit, thresholds, spent, reserved, status, period, subject } = standing;
  const left = thresholds.limit - spent - reserved;
  return {
    id: limit.id,
    name: limit.title,
    entity_type: limit.scope,
    entity_id: limit.value ?? null,
    limit_usd: usdNumber(thresholds.limit),
    spent_usd: usdNumber(spent),
    reserved_usd: usdNumber(reserved),
    remaining_usd: usdNumber(left > 0n ? left : 0n),
    utilization: utilizationOf(spent, thresholds.limit),
    status,
    period_start: new Date(period.startsMs).toISOString(),
    period_end: new Date(period.endsMs).toISOString(),
    soft_limit_percent: limit.softPercent,
    hard_limit_percent: limit.hardPercent,
    of: limit.value === undefined ? (subject?.value ?? null) : null,
  };
}

const SHARES = 1_000_000n;

/** To six decimals. All of a limit of nothing is used from the first moment on. */
function utilizationOf(spent: bigint, limit: bigint): number {
  if (limit === 0n) return 1;
  return Number((spent * SHARES) / limit) / Number(SHARES);
}
