import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What answers of the cache saved, and an index of the requests that the cache had to do with, which may be few. */
export const cacheSavings: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.usage
      add column saved_tokens bigint,
      add column saved_nano bigint`.execute(db);
    await sql`create index usage_cache on ledger.usage (at, cache, dimension, saved_tokens, saved_nano)
      where cache is not null`.execute(db);
  },
};
