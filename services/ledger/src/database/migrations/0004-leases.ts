import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEDGER_READER, LEDGER_WRITER } from './ledger-place.ts';

/** What processes of gateways may spend. */
export const leases: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table ledger.lease (
      replica text not null,
      session text not null,
      subject text not null,
      starts timestamptz not null,
      ends timestamptz not null,
      granted numeric not null default 0,
      ingested numeric not null default 0,
      held numeric not null default 0,
      number bigint not null default 0,
      heard_at timestamptz,
      primary key (session, subject, starts, ends)
    )`.execute(db);
    await sql`create index lease_subject on ledger.lease (subject, starts, ends)`.execute(db);
    await sql`create index lease_replica on ledger.lease (replica)`.execute(db);
    await sql`grant select, insert, update, delete on ledger.lease to ${sql.id(LEDGER_WRITER)}`.execute(
      db,
    );
    await sql`grant select on ledger.lease to ${sql.id(LEDGER_READER)}`.execute(db);
  },
};
