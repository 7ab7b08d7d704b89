import type { Budgets } from '@aicp/contracts/budgets/budgets';
import { shownUsd } from '@aicp/contracts/budgets/nano-usd';
import type { SpendFigures } from '@aicp/ledger/query/spend-figures';
import { limitsOn, type SpendLimit, type SpendOf } from './spend-limits.ts';

/** How one limit stands before a request. Nano-USD. */
export interface Standing extends SpendLimit {
  readonly spent: bigint;
  /** What requests under way have reserved. */
  readonly reserved: bigint;
  /** What may still be spent; 0 where more was, or is reserved. */
  readonly left: bigint;
}

/** How all limits of a request stand, the tightest first; undefined where somebody's spend is not known now. */
export async function standingsOf(
  budgets: Budgets,
  of: SpendOf,
  figures: Pick<SpendFigures, 'of'>,
): Promise<readonly Standing[] | undefined> {
  const limits = limitsOn(budgets, of);
  const known = await figures.of(
    limits.map(({ subject, budget }) => ({
      subject,
      period: budgets.periods.at(budget.window, of.nowMs),
    })),
  );
  const standings: Standing[] = [];
  for (const [index, limit] of limits.entries()) {
    const figure = known[index];
    if (figure === undefined) return undefined;
    const { spent, reserved } = figure;
    const left = limit.limit - spent - reserved;
    standings.push({ ...limit, spent, reserved, left: left > 0n ? left : 0n });
  }
  return standings.sort((one, other) => (one.left < other.left ? -1 : 1));
}

/** Whether a cost passes an amount. Of what the caller may not hear of, it learns no more than that it is used up: else it could ask for one cost after the other until it knew. */
const isBeyond = (amount: bigint, standing: Standing, cost: bigint): boolean =>
  standing.isTold ? takenOf(standing) + cost > amount : takenOf(standing) >= amount;

/** What no other request gets. */
const takenOf = ({ spent, reserved }: Pick<Standing, 'spent' | 'reserved'>): bigint =>
  spent + reserved;

/** The first of the limits that a cost would pass. */
export const passedBy = (standings: readonly Standing[], cost: bigint): Standing | undefined =>
  standings.find((one) => isBeyond(one.limit, one, cost));

/** The first of the limits that would refuse a request of this cost. One that downgrades, or warns, lets it pass. */
export const refusing = (standings: readonly Standing[], cost: bigint): Standing | undefined =>
  standings.find((one) => one.budget.action === 'block' && isBeyond(one.hard, one, cost));

/** The first of the limits, of those that the caller may hear of, that is nearly used up once this is spent, too. */
export const nearedBy = (standings: readonly Standing[], cost: bigint): Standing | undefined =>
  standings.find((one) => one.isTold && takenOf(one) + cost > one.soft);

/** The tightest of the limits whose amounts the caller may hear of. */
export const tightestTold = (standings: readonly Standing[]): Standing | undefined =>
  standings.find(({ isTold }) => isTold);

/** A limit as it stands in a sentence: `the budget "ml" (0.2 of 5.00 USD are left)`. */
export function standingText({ budget, subject, isTold, left, limit }: Standing): string {
  const amounts = `(${shownUsd(left)} of ${shownUsd(limit)} USD are left)`;
  return isTold
    ? `${nameOf(budget, subject)} ${amounts}`
    : `${nameOf(budget, subject)} (nothing is left)`;
}

function nameOf({ kind, name }: Standing['budget'], { scope }: Standing['subject']): string {
  if (kind === 'Budget') return `the budget "${name}"`;
  return `max_budget of the ${scope.replace('_', ' ')} "${name}"`;
}
