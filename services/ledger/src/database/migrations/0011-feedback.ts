import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEDGER_READER, LEDGER_WRITER } from './ledger-place.ts';

/** What the holders of keys think of answers. Requests with ids that clients chose are looked for by them; all others, by what their ids say of their moment. */
export const feedback: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table ledger.feedback (
      request_id text not null,
      organization text not null,
      key text not null,
      at timestamptz not null,
      score double precision not null,
      is_known boolean not null default false,
      usage_at timestamptz,
      usage_id uuid,
      ab_test text not null default '',
      variant text not null default '',
      primary key (request_id, key, organization)
    )`.execute(db);
    await sql`create index on ledger.feedback (at) where not is_known`.execute(db);
    await sql`create index on ledger.feedback (usage_at) where is_known`.execute(db);
    await sql`create index on ledger.feedback (ab_test, usage_at) where ab_test <> ''`.execute(db);
    await sql`create index usage_request on ledger.usage (request_id)
      where request_id <> id::text`.execute(db);
    await sql`grant select, insert, update, delete on ledger.feedback
      to ${sql.id(LEDGER_WRITER)}`.execute(db);
    await sql`grant select on ledger.feedback to ${sql.id(LEDGER_READER)}`.execute(db);
  },
};
