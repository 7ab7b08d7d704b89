import { Problem } from '@aicp/common/errors/problem';
import type { Period } from '@aicp/contracts/spend/money-window';
import { isKept, SumsDropped } from '@aicp/ledger/query/coverage';
import type { UsageDimension, UsageQuery, UsageTotals } from '@aicp/ledger/query/usage-query';
import type { SpendLedger } from './require-ledger.ts';

const DAY_MS = 86_400_000;

/** A period, and what it is cut into. */
interface Cut extends Period {
  readonly steps?: readonly number[];
}

/** Asks the ledger to the nano-dollar. Throws a Problem (409) where it keeps only sums of days, and days are cut. */
export async function exactUsage<Group extends UsageDimension>(
  ledger: Pick<SpendLedger, 'usageBy'>,
  query: UsageQuery<Group>,
): Promise<UsageTotals<Group>[]> {
  try {
    return await ledger.usageBy({ ...query, isExact: true });
  } catch (error) {
    if (!(error instanceof SumsDropped)) throw error;
    throw new Problem(409, sentenceOf(error), { cause: error });
  }
}

const sentenceOf = ({ keptFromMs, atMs }: SumsDropped): string =>
  `Before ${iso(keptFromMs)} usage is kept by whole days in UTC alone, and ${iso(atMs)} is within one: what was spent until then, and after it, that day cannot be told apart any more. ` +
  'Ask for a period that begins and ends at midnight in UTC, or after that moment; so that periods to come can be told for longer, raise retention.usageDays of the settings.';

/**
 * A period as it can still be told: where it is cut within a day of which only the sum is kept, it is cut at the nearest midnight (UTC), so that each day is in one of
 * adjacent periods and steps, as a whole.
 */
export function keptPeriod<P extends Cut>(period: P, keptFromMs: number): P {
  const at = (ms: number): number => (isKept(ms, keptFromMs) ? ms : nearestMidnight(ms));
  const [startsMs, endsMs] = [at(period.startsMs), at(period.endsMs)];
  if (!period.steps) return { ...period, startsMs, endsMs };
  const steps = [...new Set(period.steps.map(at))].filter((step) => step < endsMs);
  return { ...period, startsMs, endsMs, steps };
}

/** Before when days are told as those of UTC, where any of these periods is cut within one; null, where none is. */
export function utcDaysBefore(periods: readonly Cut[], keptFromMs: number): string | null {
  const edges = periods.flatMap(({ startsMs, endsMs, steps = [] }) => [startsMs, endsMs, ...steps]);
  return edges.every((edge) => isKept(edge, keptFromMs)) ? null : iso(keptFromMs);
}

/** From when on something's own usage is told apart from what had its name before: after the day on which it was made, where only the sum of that is kept. */
export const keptSince = (sinceMs: number, keptFromMs: number): number =>
  isKept(sinceMs, keptFromMs) ? sinceMs : Math.ceil(sinceMs / DAY_MS) * DAY_MS;

const nearestMidnight = (ms: number): number => Math.round(ms / DAY_MS) * DAY_MS;

const iso = (ms: number): string => new Date(ms).toISOString();
