import type {
  UsageDimension,
  UsageFilter,
  UsageQuery,
  UsageTotals,
} from '@aicp/ledger/query/usage-query';
import { NO_TOKENS, TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';

/** A request, as far as sums are made of it. */
export interface FakeUsage extends Partial<Record<Exclude<UsageDimension, 'source'>, string>> {
  readonly at: string;
  readonly cost: bigint | null;
  readonly requests?: number;
  readonly tokens?: Partial<TokenBuckets>;
}

const STEP_MS = { quarter: 900_000, hour: 3_600_000, day: 86_400_000 } as const;

/** A ledger in memory, which adds up as the real one does. */
export class FakeLedger {
  readonly usage: FakeUsage[] = [];
  /** What it was asked. */
  readonly queries: UsageQuery<UsageDimension>[] = [];

  async usageKeptFrom(): Promise<number> {
    return await Promise.resolve(0);
  }

  add(...usage: FakeUsage[]): void {
    this.usage.push(...usage);
  }

  async usageBy<Group extends UsageDimension>(
    query: UsageQuery<Group>,
  ): Promise<UsageTotals<Group>[]> {
    this.queries.push(query);
    const sums = new Map<string, UsageTotals<Group>>();
    for (const one of this.usage) {
      const at = Date.parse(one.at);
      if (at < query.from || at >= query.to || !isWithin(one, query.filter ?? {})) continue;
      const startsMs = stepOf(query, at);
      const group = Object.fromEntries(query.groupBy.map((name) => [name, valueOf(one, name)]));
      const key = JSON.stringify([startsMs, group]);
      const known = sums.get(key) ?? { ...NOTHING, startsMs, group: group as never };
      sums.set(key, plus(known, one));
    }
    return await Promise.resolve([...sums.values()].sort((a, b) => a.startsMs - b.startsMs));
  }
}

const NOTHING = {
  requests: 0,
  unpriced: 0,
  tokens: Object.fromEntries(TOKEN_BUCKETS.map((bucket) => [bucket, 0n])) as Record<
    keyof TokenBuckets,
    bigint
  >,
  costNano: 0n,
};

const plus = <T extends typeof NOTHING>(
  sum: T,
  { cost, requests = 1, tokens = {} }: FakeUsage,
): T => ({
  ...sum,
  requests: sum.requests + requests,
  unpriced: sum.unpriced + (cost === null ? requests : 0),
  tokens: Object.fromEntries(
    TOKEN_BUCKETS.map((bucket) => [
      bucket,
      sum.tokens[bucket] + BigInt({ ...NO_TOKENS, ...tokens }[bucket]),
    ]),
  ),
  costNano: sum.costNano + (cost ?? 0n),
});

const valueOf = (usage: FakeUsage, name: UsageDimension): string =>
  name === 'source' ? 'provider' : (usage[name] ?? '');

const isWithin = (usage: FakeUsage, filter: UsageFilter): boolean =>
  Object.entries(filter).every(([name, wanted]) =>
    [wanted].flat().includes(valueOf(usage, name as UsageDimension)),
  );

function stepOf({ from, step }: UsageQuery<UsageDimension>, at: number): number {
  if (step === undefined) return from;
  if (typeof step !== 'string') return step.findLast((edge) => edge <= at) ?? from;
  return Math.max(from, Math.floor(at / STEP_MS[step]) * STEP_MS[step]);
}
