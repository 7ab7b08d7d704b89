import { condition, type Condition } from '@aicp/crds/kit/conditions';
import { spendStatus, type SpendStatus } from '@aicp/crds/kit/spend';
import { z } from 'zod';
import type { SpendReason } from '@aicp/crds/reasons/spend-reasons';

/** The conditions that say something of spend: the first three of Budgets, the last of the ControlPlane. */
export const SPEND_CONDITIONS = [
  'NearLimit',
  'Exceeded',
  'Overcommitted',
  'UsageDelivered',
] as const;
export type SpendConditionType = (typeof SPEND_CONDITIONS)[number];

export interface SpendCondition {
  readonly type: SpendConditionType;
  readonly status: Condition['status'];
  readonly reason: string;
  readonly message: string;
}

/** A condition of spend, with a reason of the list. */
export const spendCondition = (
  type: SpendConditionType,
  status: Condition['status'],
  reason: SpendReason,
  message: string,
): SpendCondition => ({ type, status, reason, message });

/** What a status says of spend: figures, and conditions where the kind has some. */
export interface SpendStatement {
  readonly spend?: SpendStatus | undefined;
  readonly conditions: readonly SpendCondition[];
}

const stored = z.object({
  conditions: z.array(condition).catch([]),
  spend: spendStatus.optional().catch(undefined),
});

const isSpendCondition = (type: string): type is SpendConditionType =>
  (SPEND_CONDITIONS as readonly string[]).includes(type);

/** What a stored status says of it; undefined where it says nothing. */
export function spendStatementIn(status: unknown): SpendStatement | undefined {
  const { spend, conditions } = stored.safeParse(status).data ?? { conditions: [] };
  const own = conditions.flatMap(({ type, status: value, reason, message }) =>
    isSpendCondition(type) ? [{ type, status: value, reason, message }] : [],
  );
  return spend || own.length > 0 ? { spend, conditions: own } : undefined;
}
