import type { Known } from '../snapshot/cost-snapshot.ts';
import type { SpendFigures } from './spend-figures.ts';
import { limitsOn, type SpendLimit, type SpendOf } from './spend-limits.ts';

/** How one limit stands before a request. Nano-USD. */
export interface Standing extends SpendLimit {
  readonly spent: bigint;
  /** What may still be spent; 0 where more was. */
  readonly left: bigint;
}

/** How all limits of a request stand, the tightest first; undefined where somebody's spend is not known now. */
export async function standingsOf(
  { budgets, periods }: Pick<Known, 'budgets' | 'periods'>,
  of: SpendOf,
  figures: Pick<SpendFigures, 'of'>,
): Promise<readonly Standing[] | undefined> {
  const limits = limitsOn(budgets, of);
  const spent = await figures.of(
    limits.map(({ subject, window }) => ({ subject, period: periods.at(window, of.nowMs) })),
  );
  const standings: Standing[] = [];
  for (const [index, limit] of limits.entries()) {
    const figure = spent[index];
    if (figure === undefined) return undefined;
    const left = limit.limit > figure ? limit.limit - figure : 0n;
    standings.push({ ...limit, spent: figure, left });
  }
  return standings.sort((one, other) => (one.left < other.left ? -1 : 1));
}

/** The first of the limits that a cost would pass. */
export const passedBy = (standings: readonly Standing[], cost: bigint): Standing | undefined =>
  standings.find(({ spent, limit }) => spent + cost > limit);

/** The first of the limits that would refuse a request of this cost. One that downgrades, or warns, lets it pass. */
export const refusing = (standings: readonly Standing[], cost: bigint): Standing | undefined =>
  standings.find(({ action, spent, hard }) => action === 'block' && spent + cost > hard);

/** The first of the limits that is nearly used up once this is spent, too. */
export const nearedBy = (standings: readonly Standing[], cost: bigint): Standing | undefined =>
  standings.find(({ spent, soft }) => spent + cost > soft);
