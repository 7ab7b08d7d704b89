import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { spendStatus, type SpendStatus } from '@aicp/crds/kit/spend';
import { toWireDecimal } from '@aicp/crds/kit/wire-values';
import { z } from 'zod';
import type { StoredObject } from '../../resources/stored-object.ts';
import { budgetTerms, thresholdsAt } from './budget-terms.ts';
import { standingBy, utilizationOf, type Standing } from './standing.ts';

const stored = z.object({
  spend: spendStatus.optional().catch(undefined),
  conditions: z
    .array(
      z.object({
        type: z.string(),
        status: z.string(),
        reason: z.string().optional(),
        observedGeneration: z.int().optional(),
      }),
    )
    .catch([]),
});

type Written = z.output<typeof stored>;

const statusOf = ({ status }: StoredObject): Written => stored.parse(status ?? {});

/** USD as the API answers them; null where nobody has added anything up. */
const usdOf = (amount: string | undefined): unknown =>
  amount === undefined ? null : toWireDecimal(amount);

/** What was spent of an object in its window of now. */
export const spendOf = (object: StoredObject): unknown => usdOf(statusOf(object).spend?.spentUsd);

/**
 * How a budget stands, by what the operator wrote, some seconds ago. Where that was said of another limit than is stored now, of what was spent
 * then and the limit of now.
 */
export function standingOf(object: StoredObject, nowMs: number): Standing {
  const { spend, conditions } = statusOf(object);
  const status = wordOf(conditions);
  const anew = standingAnew(object, nowMs);
  // Where nobody knows whether it is exceeded, no figure of before tells.
  if (anew) return status === null ? { ...anew, status } : anew;
  return {
    current_spend: usdOf(spend?.spentUsd),
    remaining: usdOf(spend?.leftUsd),
    utilization: shareOf(spend),
    status,
  };
}

/** Undefined where what was written is of the terms that are stored. */
function standingAnew(object: StoredObject, nowMs: number): Standing | undefined {
  const { spend, conditions } = statusOf(object);
  const terms = budgetTerms.safeParse(object.spec).data;
  if (!terms || spend?.limitUsd === undefined || spend.spentUsd === undefined) return undefined;
  const thresholds = thresholdsAt(terms, nowMs);
  if (thresholds.limit === nanoUsdOf(spend.limitUsd) && !isOfOlderShares(object, conditions)) {
    return undefined;
  }
  const [spent, reserved] = [spend.spentUsd, spend.reservedUsd ?? '0'].map(nanoUsdOf);
  return spent === undefined || reserved === undefined
    ? undefined
    : standingBy(thresholds, { spent, reserved });
}

/** Whether its shares may have changed since. That requests were refused does not follow from them and from what is spent, and stays said. */
const isOfOlderShares = ({ metadata }: StoredObject, conditions: Written['conditions']): boolean =>
  conditions.some(
    ({ type, reason, observedGeneration }) =>
      type === 'Exceeded' && reason !== 'NoRoom' && observedGeneration !== metadata.generation,
  );

function shareOf(spend: SpendStatus | undefined): number | null {
  if (spend?.limitUsd === undefined || spend.spentUsd === undefined) return null;
  return utilizationOf(nanoUsdOf(spend.limitUsd), nanoUsdOf(spend.spentUsd));
}

function wordOf(conditions: Written['conditions']): 'ok' | 'warning' | 'exceeded' | null {
  const says = (type: string, status: string): boolean =>
    conditions.some((one) => one.type === type && one.status === status);
  if (says('Exceeded', 'True')) return 'exceeded';
  if (says('NearLimit', 'True')) return 'warning';
  return says('NearLimit', 'False') ? 'ok' : null;
}
