import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was found out of objects, for whichever replica reports it; and which replica does what one of them does for all. */
export const findings: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.finding (
      uid text primary key,
      kind text not null,
      name text not null,
      conditions jsonb not null,
      observed jsonb not null
    )`.execute(db);
    await sql`create index on admin.finding (kind)`.execute(db);
    await sql`create table admin.leader (
      duty text primary key,
      replica text not null,
      until timestamptz not null
    )`.execute(db);
    await sql`grant select, insert, update, delete on admin.finding, admin.leader to aicp_admin`.execute(
      db,
    );
  },
};
