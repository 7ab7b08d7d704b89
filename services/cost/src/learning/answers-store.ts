import { sql, type Kysely } from 'kysely';
import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { COMPLETION_CODES, SOURCE_CODES } from '@aicp/ledger/database/codes';
import type { LedgerTables } from '@aicp/ledger/database/tables';

/** A request that was answered to its end, and whose tokens its provider counted. */
export interface AnsweredRequest {
  readonly id: string;
  readonly atMs: number;
  readonly requestId: string;
  readonly organization: string | undefined;
  /** Undefined: of nobody who is known by a key. */
  readonly key: string | undefined;
  /** Id of the model that served. */
  readonly model: string;
  readonly tokens: TokenBuckets;
  /** Nano-USD; undefined where it has no price. */
  readonly cost: bigint | undefined;
}

/** A place between two requests in the order in which they came. */
export interface Place {
  readonly atMs: number;
  readonly id: string;
}

/** Comes before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Row = Record<keyof TokenBuckets, string> & {
  readonly id: string;
  readonly at: Date;
  readonly request_id: string;
  readonly organization: string;
  readonly key: string;
  readonly model_served: string;
  readonly cost_nano: string | null;
};

/** Reads answered requests from the ledger. */
export class AnswersStore {
  private readonly kysely: Kysely<LedgerTables>;

  constructor({ kysely }: { readonly kysely: Kysely<LedgerTables> }) {
    this.kysely = kysely;
  }

  /** Where the newest `count` requests of any sort begin, no earlier than `sinceMs`. */
  async startOfNewest(count: number, sinceMs: number): Promise<Place> {
    const { rows } = await sql<{ at: Date }>`select at from ledger.usage
      where at >= ${new Date(sinceMs).toISOString()}::timestamptz
      order by at desc limit 1 offset ${count}`.execute(this.kysely);
    return { atMs: rows[0]?.at.getTime() ?? sinceMs, id: FIRST_ID };
  }

  /**
   * The answered requests that came after a place, and no later than `untilMs`, oldest first: who reads on behind one that a wrong clock put into the time to come would
   * pass over all until then. By `at` alone the tables of earlier days are left out.
   */
  async after(
    { atMs, id }: Place,
    { limit, untilMs }: { readonly limit: number; readonly untilMs: number },
  ): Promise<AnsweredRequest[]> {
    const until = sql`${new Date(untilMs).toISOString()}::timestamptz`;
    const moment = sql`${new Date(atMs).toISOString()}::timestamptz`;
    const tokens = sql.join(TOKEN_BUCKETS.map((name) => sql.ref(`u.${name}`)));
    const { rows } = await sql<Row>`select u.id, u.at, u.request_id, u.cost_nano, ${tokens},
        d.organization, d.key, d.model_served
      from ledger.usage u join ledger.dimension d on d.id = u.dimension
      where u.at >= ${moment} and u.at <= ${until} and (u.at, u.id) > (${moment}, ${id}::uuid)
        and u.completion = ${COMPLETION_CODES.complete}
        and d.source = ${SOURCE_CODES.provider}
      order by u.at, u.id limit ${limit}`.execute(this.kysely);
    return rows.map(toAnswered);
  }
}

const toAnswered = (row: Row): AnsweredRequest => ({
  id: row.id,
  atMs: row.at.getTime(),
  requestId: row.request_id,
  organization: row.organization === '' ? undefined : row.organization,
  key: row.key === '' ? undefined : row.key,
  model: row.model_served,
  // Less than 2^53: each came as a number.
  tokens: Object.fromEntries(
    TOKEN_BUCKETS.map((bucket) => [bucket, Number(row[bucket])]),
  ) as TokenBuckets,
  cost: row.cost_nano === null ? undefined : BigInt(row.cost_nano),
});
