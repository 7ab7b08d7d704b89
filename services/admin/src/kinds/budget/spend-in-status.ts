import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { spendStatus, type SpendStatus } from '@aicp/crds/kit/spend';
import { toWireDecimal } from '@aicp/crds/kit/wire-values';
import { z } from 'zod';
import type { StoredObject } from '../../resources/stored-object.ts';

const stored = z.object({
  spend: spendStatus.optional().catch(undefined),
  conditions: z.array(z.object({ type: z.string(), status: z.string() })).catch([]),
});

type Written = z.output<typeof stored>;

const statusOf = ({ status }: StoredObject): Written => stored.parse(status ?? {});

/** USD as the API answers them; null where nobody has added anything up. */
const usdOf = (amount: string | undefined): unknown =>
  amount === undefined ? null : toWireDecimal(amount);

/** What was spent of an object in its window of now. */
export const spendOf = (object: StoredObject): unknown => usdOf(statusOf(object).spend?.spentUsd);

/** How a budget stands, as the operator wrote it: some seconds old. */
export function standingOf(object: StoredObject): Readonly<Record<string, unknown>> {
  const { spend, conditions } = statusOf(object);
  return {
    current_spend: usdOf(spend?.spentUsd),
    remaining: usdOf(spend?.leftUsd),
    utilization: utilizationOf(spend),
    status: wordOf(conditions),
  };
}

const MILLION = 1_000_000n;

/** 1 is the whole limit. To a millionth. */
export function utilizationOf(
  spend: Pick<SpendStatus, 'limitUsd' | 'spentUsd'> | undefined,
): number | null {
  if (spend?.limitUsd === undefined || spend.spentUsd === undefined) return null;
  const [limit, spent] = [nanoUsdOf(spend.limitUsd), nanoUsdOf(spend.spentUsd)];
  return limit === 0n ? 1 : Number((spent * MILLION) / limit) / 1e6;
}

function wordOf(conditions: Written['conditions']): 'ok' | 'warning' | 'exceeded' | null {
  const says = (type: string, status: string): boolean =>
    conditions.some((one) => one.type === type && one.status === status);
  if (says('Exceeded', 'True')) return 'exceeded';
  if (says('NearLimit', 'True')) return 'warning';
  return says('NearLimit', 'False') ? 'ok' : null;
}
