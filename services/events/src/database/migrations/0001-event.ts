import { makeRole } from '@aicp/common/database/run-migrations';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { EMITTING_ROLES } from './emitting-roles.ts';

/** Events, each once. Services that write them in transactions of their own may do so before they have made tables of their own. */
export const event: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table events.event (
      id text primary key,
      type text not null,
      at timestamptz(3) not null,
      written_at timestamptz(3) not null default now(),
      subject text not null,
      organization text not null,
      data jsonb not null,
      only_to text[],
      is_test boolean not null,
      routed_at timestamptz(3)
    )`.execute(db);
    await sql`create index on events.event (written_at) where routed_at is null`.execute(db);
    await sql`create index on events.event (at desc, id)`.execute(db);
    await sql`create index on events.event (organization, at desc, id)`.execute(db);
    await sql`grant select, insert, update, delete on events.event to aicp_events`.execute(db);
    for (const role of EMITTING_ROLES) {
      await makeRole(db, role);
      await sql`grant usage on schema events to ${sql.id(role)}`.execute(db);
      await sql`grant select, insert on events.event to ${sql.id(role)}`.execute(db);
    }
  },
};
