import { openLedger } from '@aicp/ledger/testing/ledger-home';
import { COMPLETION_CODES, OUTCOME_CODES, SOURCE_CODES, wordOf } from '@aicp/ledger/database/codes';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';
import type { AttemptOutcome } from '@aicp/contracts/usage/attempt-record';
import {
  TOKEN_BUCKETS,
  type Completion,
  type TokenBuckets,
  type UsageRecord,
} from '@aicp/contracts/usage/usage-record';

/** One attempt, as its row says. */
export interface AttemptRow {
  readonly number: number;
  readonly provider: string;
  readonly outcome: AttemptOutcome;
  /** Of a failure; else ''. */
  readonly reason: string;
  readonly cost: bigint;
}

/** One request, as its row says. */
export interface RequestRow {
  readonly request: string;
  readonly source: UsageRecord['source'];
  readonly completion: Completion;
  /** How many attempts the row counts. */
  readonly counted: number;
  readonly tokens: TokenBuckets;
  readonly cost: bigint;
  readonly attempts: readonly AttemptRow[];
}

/** All that the ledger has. */
export interface LedgerContents {
  readonly rows: readonly RequestRow[];
  /** What its sums by day come to. */
  readonly summed: { readonly requests: bigint; readonly cost: bigint };
  /** Attempts of requests that have no row. */
  readonly strays: number;
}

/** Reads it with SQL of its own, past all that the product reads by. */
export async function readLedger(url: string): Promise<LedgerContents> {
  const ledger = await openLedger({ url });
  try {
    const attempts = await attemptsOf(ledger);
    const rows = await requestsOf(ledger, attempts);
    const { kysely } = ledger;
    const days = await kysely.selectFrom('usage_day').select(['requests', 'cost_nano']).execute();
    return {
      rows,
      strays: attempts.size,
      summed: {
        requests: sumOf(days.map(({ requests }) => BigInt(requests))),
        cost: sumOf(days.map(({ cost_nano }) => BigInt(cost_nano))),
      },
    };
  } finally {
    await ledger.close();
  }
}

/** By the id of their request's row. */
async function attemptsOf({ kysely }: LedgerDatabase): Promise<Map<string, AttemptRow[]>> {
  const found = await kysely
    .selectFrom('attempt')
    .innerJoin('target', 'target.id', 'attempt.target')
    .select(['usage_id', 'number', 'outcome', 'reason', 'cost_nano', 'target.provider'])
    .orderBy('usage_id')
    .orderBy('number')
    .execute();
  const all = new Map<string, AttemptRow[]>();
  for (const { usage_id, number, outcome, reason, cost_nano, provider } of found) {
    const row = { number, provider, reason, outcome: wordOf(OUTCOME_CODES, outcome) };
    const ofRequest = all.get(usage_id) ?? [];
    ofRequest.push({ ...row, cost: BigInt(cost_nano ?? 0) });
    all.set(usage_id, ofRequest);
  }
  return all;
}

/** Takes the attempts of each out of `attempts`. */
async function requestsOf(
  { kysely }: LedgerDatabase,
  attempts: Map<string, AttemptRow[]>,
): Promise<RequestRow[]> {
  const found = await kysely
    .selectFrom('usage')
    .innerJoin('dimension', 'dimension.id', 'usage.dimension')
    .select(['usage.id', 'request_id', 'completion', 'attempts', 'cost_nano', 'dimension.source'])
    .select(TOKEN_BUCKETS)
    .execute();
  return found.map((row) => {
    const ofRow = attempts.get(row.id) ?? [];
    attempts.delete(row.id);
    const tokens = TOKEN_BUCKETS.map((bucket) => [bucket, Number(row[bucket])]);
    return {
      request: row.request_id,
      source: wordOf(SOURCE_CODES, row.source),
      completion: wordOf(COMPLETION_CODES, row.completion),
      counted: row.attempts,
      tokens: Object.fromEntries(tokens) as TokenBuckets,
      cost: BigInt(row.cost_nano ?? 0),
      attempts: ofRow,
    };
  });
}

export const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n);
