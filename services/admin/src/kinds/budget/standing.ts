import { exactUsd } from '@aicp/contracts/budgets/usd-text';
import type { SpendFigure } from '@aicp/contracts/budgets/known-budgets';
import { toWireDecimal } from '@aicp/crds/kit/wire-values';
import type { Thresholds } from './budget-terms.ts';

export type Standing = Readonly<Record<string, unknown>>;

const MILLION = 1_000_000n;

/** 1 is the whole limit. To a millionth. */
export const utilizationOf = (limit: bigint, spent: bigint): number =>
  limit === 0n ? 1 : Number((spent * MILLION) / limit) / 1e6;

/** How a budget stands by what is spent and reserved. */
export function standingBy(thresholds: Thresholds, { spent, reserved }: SpendFigure): Standing {
  const { limit } = thresholds;
  const left = limit - spent - reserved;
  return {
    current_spend: toWireDecimal(exactUsd(spent)),
    remaining: toWireDecimal(exactUsd(left > 0n ? left : 0n)),
    utilization: utilizationOf(limit, spent),
    status: wordOf(thresholds, spent),
  };
}

function wordOf({ soft, hard }: Thresholds, spent: bigint): 'ok' | 'warning' | 'exceeded' {
  if (spent >= hard) return 'exceeded';
  return spent >= soft ? 'warning' : 'ok';
}
