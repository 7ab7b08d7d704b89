import type { Period } from '@aicp/contracts/budgets/money-window';

/** The tables of sums, the finest first, and how long a row of each lasts. */
export const GRAINS = [
  { table: 'usage_quarter', ms: 900_000 },
  { table: 'usage_hour', ms: 3_600_000 },
  { table: 'usage_day', ms: 86_400_000 },
] as const;

const QUARTER_MS = GRAINS[0].ms;

/** Rows of one table that begin in one of some stretches of time. */
export interface Coverage {
  readonly table: (typeof GRAINS)[number]['table'];
  readonly stretches: readonly Period[];
}

/**
 * Which rows add up to periods, with as few rows as may be: of a month its days, of the parts of days at its ends their hours, of the parts of
 * hours their quarters. No row lies in two periods. Throws a RangeError for what does not begin and end with a quarter-hour (UTC).
 */
export function coverageOf(periods: readonly Period[]): Coverage[] {
  const found = GRAINS.map(({ table }) => ({ table, stretches: [] as Period[] }));
  for (const period of periods) {
    if (period.startsMs % QUARTER_MS !== 0 || period.endsMs % QUARTER_MS !== 0) {
      throw new RangeError(
        'the ledger adds up whole quarter-hours (UTC): let the period begin and end with one',
      );
    }
    cover(period, GRAINS.length - 1, found);
  }
  return found
    .filter(({ stretches }) => stretches.length > 0)
    .map(({ table, stretches }) => ({ table, stretches: joined(stretches) }));
}

/** What whole rows of a grain cover, from it; what is left at both ends, from the finer ones. */
function cover(
  { startsMs, endsMs }: Period,
  grain: number,
  found: readonly { readonly stretches: Period[] }[],
): void {
  const { ms } = GRAINS[grain] ?? GRAINS[0];
  const first = Math.ceil(startsMs / ms) * ms;
  const last = Math.floor(endsMs / ms) * ms;
  if (startsMs >= endsMs) return;
  if (first >= last) {
    cover({ startsMs, endsMs }, grain - 1, found);
    return;
  }
  if (startsMs < first) cover({ startsMs, endsMs: first }, grain - 1, found);
  found[grain]?.stretches.push({ startsMs: first, endsMs: last });
  if (last < endsMs) cover({ startsMs: last, endsMs }, grain - 1, found);
}

/** Stretches that meet become one: thirty days of a zone are one stretch of hours. */
function joined(stretches: readonly Period[]): Period[] {
  const answer: Period[] = [];
  const sorted = [...stretches].sort((a, b) => a.startsMs - b.startsMs);
  for (const stretch of sorted) {
    const last = answer.at(-1);
    if (last && last.endsMs >= stretch.startsMs) {
      const endsMs = Math.max(last.endsMs, stretch.endsMs);
      answer[answer.length - 1] = { startsMs: last.startsMs, endsMs };
    } else {
      answer.push(stretch);
    }
  }
  return answer;
}
