import { sql, type Kysely } from 'kysely';
import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { COMPLETION_CODES, SOURCE_CODES } from '../database/codes.ts';
import type { LedgerTables } from '../database/tables.ts';

/** Which requests are asked for: the newest that were answered to their end, and counted by their provider. */
export interface OutputsQuery {
  /** Id of the model that served. */
  readonly model: string;
  /** Absent: of all keys. */
  readonly key?: string;
  readonly limit: number;
  /** How far back to look (milliseconds since 1970). */
  readonly since: number;
}

/** What one request used. */
export interface Output {
  readonly atMs: number;
  readonly tokens: TokenBuckets;
}

type Row = Record<keyof TokenBuckets, string> & { at: Date };

/** The newest first. */
export async function recentOutputs(
  kysely: Kysely<LedgerTables>,
  { model, key, limit, since }: OutputsQuery,
): Promise<Output[]> {
  const ofKey = key === undefined ? sql`` : sql`and d.key = ${key}`;
  const columns = sql.join(TOKEN_BUCKETS.map((name) => sql.id(name)));
  const { rows } = await sql<Row>`select at, ${columns} from ledger.usage
    where at >= ${new Date(since).toISOString()}::timestamptz
      and completion = ${COMPLETION_CODES.complete}
      and dimension = any(array(
        select d.id from ledger.dimension d
        where d.model_served = ${model} and d.source = ${SOURCE_CODES.provider} ${ofKey}
      ))
    order by at desc limit ${limit}`.execute(kysely);
  return rows.map((row) => ({
    atMs: row.at.getTime(),
    // Less than 2^53: each came as a number.
    tokens: Object.fromEntries(
      TOKEN_BUCKETS.map((bucket) => [bucket, Number(row[bucket])]),
    ) as TokenBuckets,
  }));
}
