import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Alerts, which facts have come, and which replica reports. */
export const spend: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table budget.alert (
      id uuid primary key,
      at timestamptz not null,
      once text not null unique,
      alert_type text not null,
      budget_id text not null,
      entity_type text not null,
      entity_id text,
      organization text not null,
      team_id text not null,
      user_id text not null,
      key_id text not null,
      message text not null
    )`.execute(db);
    await sql`create index on budget.alert (team_id, id)`.execute(db);
    await sql`create index on budget.alert (user_id, id)`.execute(db);
    await sql`create index on budget.alert (organization, id)`.execute(db);
    await sql`create table budget.arrival (
      hour timestamptz primary key,
      batches bigint not null
    )`.execute(db);
    await sql`create table budget.reporter (
      id int primary key check (id = 1),
      replica text not null,
      until timestamptz not null
    )`.execute(db);
    for (const table of ['alert', 'arrival', 'reporter']) {
      const name = sql.id('budget', table);
      await sql`grant select, insert, update, delete on ${name} to aicp_budget`.execute(db);
    }
  },
};
