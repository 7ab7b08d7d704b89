import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which prompt a request named, and the version of it that was sent. Most requests name none, so that the indexes hold only those that do. */
export const promptsSent: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.usage
      add column prompt text not null default '',
      add column prompt_version integer,
      add column prompt_draft boolean not null default false`.execute(db);
    await sql`create index usage_prompt on ledger.usage (prompt, at, id)
      where prompt <> ''`.execute(db);
    await sql`create index usage_prompt_version on ledger.usage (prompt, prompt_version, at, id)
      where prompt <> ''`.execute(db);
  },
};
