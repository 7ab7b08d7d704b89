import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import type { SpendStatus } from '@aicp/crds/kit/spend';
import type { SpendStatement } from './spend-statement.ts';

/**
 * How much news a statement is: `facts` where it says something else of a limit, `share` where a hundredth of the limit or more moved, `figures` where
 * less did.
 */
export type News = 'facts' | 'share' | 'figures';

/** What is new in a statement; undefined where nothing is. That it was made later is no news. */
export function newsOf(before: SpendStatement | undefined, next: SpendStatement): News | undefined {
  if (factsOf(before) !== factsOf(next)) return 'facts';
  const moved = Math.max(...MOVING.map((field) => movedBy(before?.spend, next.spend, field)));
  if (moved >= 1) return 'share';
  return moved > 0 || wordsOf(before) !== wordsOf(next) ? 'figures' : undefined;
}

const factsOf = (statement: SpendStatement | undefined): string =>
  JSON.stringify([
    statement?.conditions.map(({ type, status, reason }) => [type, status, reason]).sort(),
    statement?.spend?.limitUsd,
    statement?.spend?.resetsAt,
    statement?.spend?.spentUsd === undefined,
  ]);

const wordsOf = (statement: SpendStatement | undefined): string =>
  JSON.stringify([
    statement?.conditions.map(({ message }) => message).sort(),
    statement?.spend?.of,
  ]);

const MOVING = ['spentUsd', 'reservedUsd'] as const;

/** In hundredths of the limit, or of what was said before where there is none. The first spend, and the last of what is reserved, is much. */
function movedBy(
  before: SpendStatus | undefined,
  next: SpendStatus | undefined,
  field: (typeof MOVING)[number],
): number {
  const [old, now] = [amountIn(before, field), amountIn(next, field)];
  if (old === now) return 0;
  if (old === 0n || now === 0n) return MUCH;
  return hundredths(old < now ? now - old : old - now, amountIn(next, 'limitUsd') || old);
}

const MUCH = 100;

/** Small enough for a number: more than the whole is as good as that. What is less than a thousandth is not nothing. */
function hundredths(difference: bigint, whole: bigint): number {
  const thousandths = (difference * 1_000n) / whole;
  return thousandths >= 1_000n ? MUCH : Math.max(Number(thousandths) / 10, 0.01);
}

const amountIn = (spend: SpendStatus | undefined, field: keyof SpendStatus): bigint =>
  nanoUsdOf(spend?.[field] ?? '0');
