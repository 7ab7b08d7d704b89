import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { sql, type Kysely } from 'kysely';
import { rowsOf, type Column } from '../database/column-arrays.ts';
import type { LedgerTables } from '../database/tables.ts';
import { decisionsWithin, type DecisionPlace, type DecisionReach } from './decisions.ts';
import { inIndexOrder } from './in-index-order.ts';

/** A decision without its steps and its words, which are most of it. */
export type RecordedRequest = Omit<
  DecisionRecord,
  'object' | 'config_revision' | 'steps' | 'message'
>;

/** Which requests are routed again. */
export interface RecordedQuery {
  readonly reach: DecisionReach;
  /** Milliseconds since 1970; `to` is the first moment that is not asked for. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** Only those behind this one, the newest being the first. */
  readonly before?: DecisionPlace | undefined;
}

const UNREAD = ['object', 'config_revision', 'steps', 'message'];

/** The newest first. */
export async function recordedRequests(
  kysely: Kysely<LedgerTables>,
  { reach, from, to, limit, before }: RecordedQuery,
): Promise<RecordedRequest[]> {
  const page = sql<{ record: RecordedRequest }>`
    select record - ${UNREAD}::text[] as record from ledger.decision
    where ${decisionsWithin({ reach, from, to, before })}
    order by at desc, id desc limit ${limit}`;
  const { rows } = await inIndexOrder(kysely, (transaction) => page.execute(transaction));
  return rows.map(({ record }) => record);
}

/** Where the usage record of a request stands. */
export interface UsagePlace {
  /** A UUID. */
  readonly id: string;
  readonly atMs: number;
}

const PLACE: readonly Column<UsagePlace>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'at', type: 'timestamptz', of: ({ atMs }) => new Date(atMs).toISOString() },
];

type Row = Record<keyof TokenBuckets, string> & { id: string };

/** What requests used, by the id that their usage records share with their decisions. Those of which nothing is kept, or that used nothing, are left out. */
export async function tokensOfRequests(
  kysely: Kysely<LedgerTables>,
  places: readonly UsagePlace[],
): Promise<ReadonlyMap<string, TokenBuckets>> {
  if (places.length === 0) return new Map();
  const columns = sql.join(TOKEN_BUCKETS.map((name) => sql.ref(`u.${name}`)));
  const { rows } = await sql<Row>`select u.id::text as id, ${columns}
    from ${rowsOf(PLACE, places)} join ledger.usage u on u.at = sent.at and u.id = sent.id`.execute(
    kysely,
  );
  return new Map(
    rows.map((row) => {
      const counts = TOKEN_BUCKETS.map((bucket) => [bucket, Number(row[bucket])] as const);
      return [row.id, Object.fromEntries(counts) as TokenBuckets];
    }),
  );
}
