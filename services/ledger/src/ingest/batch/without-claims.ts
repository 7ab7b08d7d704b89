import { TOKEN_BUCKETS, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';

/**
 * What a client says of itself (tags, the user where its key has none) is kept by name for good or for long. Where nobody served it and nothing was spent, it is left out: else anybody with
 * a key makes the ledger grow for nothing.
 */
export const usageWithoutClaims = (record: UsageRecord): UsageRecord =>
  isUnserved(record) ? { ...withoutUser(record), tags: {} } : record;

/** Sums do not say whether anybody was asked: what used nothing and cost nothing counts as if nobody was. */
export function sumWithoutClaims(sum: UsageSum): UsageSum {
  const isOfNothing = !sum.cost_nano_usd && TOKEN_BUCKETS.every((bucket) => sum[bucket] === 0);
  return isOfNothing ? withoutUser(sum) : sum;
}

/** What was under way when its gateway died may have been served. */
const isUnserved = ({ attempts, cost_nano_usd: cost, completion, cache }: UsageRecord): boolean =>
  attempts === 0 && !cost && completion !== 'unknown' && cache !== 'hit';

const withoutUser = <Record extends Pick<UsageRecord, 'user' | 'user_from'>>(
  record: Record,
): Record =>
  record.user_from === 'request' ? { ...record, user: null, user_from: 'key' } : record;
