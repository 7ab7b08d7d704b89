import { sql, type Kysely } from 'kysely';
import { CACHE_CODES } from '../database/codes.ts';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import { dimensionsOf, within } from '../query/conditions.ts';
import type { UsageFilter } from '../query/usage-query.ts';

/** Which requests are counted: of a time, ms since 1970, and of whom. */
export interface CacheQuery {
  readonly from: number;
  readonly to: number;
  readonly filter: UsageFilter;
}

/** What the cache had to do with requests, and what it saved by what its answers took and cost when providers gave them. */
export interface CacheSums {
  readonly hits: number;
  readonly misses: number;
  /** Those that it was not asked for. */
  readonly bypassed: number;
  readonly tokensSaved: bigint;
  readonly costSavedNano: bigint;
}

interface Row {
  readonly cache: number;
  readonly requests: string;
  readonly tokens: string;
  readonly cost: string;
}

const NONE: Row = { cache: 0, requests: '0', tokens: '0', cost: '0' };

/** What the cache did, by the records of the requests. Rejects with DatabaseUnavailable while the database is away. */
export class CacheReader {
  private readonly kysely: Kysely<LedgerTables>;

  constructor(database: Pick<LedgerDatabase, 'kysely'>) {
    this.kysely = database.kysely;
  }

  async sums({ from, to, filter }: CacheQuery): Promise<CacheSums> {
    const only = dimensionsOf(filter);
    const chosen = only
      ? sql`and r.dimension in (select d.id from ledger.dimension d where ${only})`
      : sql``;
    const { rows } = await sql<Row>`select r.cache, count(*)::text as requests,
        coalesce(sum(r.saved_tokens), 0)::text as tokens,
        coalesce(sum(r.saved_nano), 0)::text as cost
      from ledger.usage r
      where r.cache is not null and ${within('r.at', [{ startsMs: from, endsMs: to }])} ${chosen}
      group by r.cache`.execute(this.kysely);
    const of = (state: keyof typeof CACHE_CODES): Row =>
      rows.find(({ cache }) => cache === CACHE_CODES[state]) ?? NONE;
    const hits = of('hit');
    return {
      hits: Number(hits.requests),
      misses: Number(of('miss').requests),
      bypassed: Number(of('bypass').requests),
      tokensSaved: BigInt(hits.tokens),
      costSavedNano: BigInt(hits.cost),
    };
  }
}
