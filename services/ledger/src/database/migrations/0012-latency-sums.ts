import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEDGER_READER, LEDGER_WRITER } from './ledger-place.ts';

/**
 * Whose fault failures were, and sums of the minutes by hour and by day (UTC), so that nobody reads a month by minutes. Sums begin with the migration; of minutes of before, only those
 * of the last hours are told apart, since windows that are longer are answered from sums.
 */
export const latencySums: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.latency_minute
      add column answered bigint not null default 0,
      add column provider_failures bigint not null default 0`.execute(db);
    await sql`update ledger.latency_minute
      set answered = requests - failures, provider_failures = failures
      where minute > now() - interval '3 hours'`.execute(db);
    for (const name of ['latency_hour', 'latency_day']) {
      const table = sql.id('ledger', name);
      await sql`create table ${table} (
        starts timestamptz not null,
        provider text not null,
        model text not null,
        requests bigint not null,
        failures bigint not null,
        answered bigint not null,
        provider_failures bigint not null,
        minutes integer not null,
        minutes_up integer not null,
        histogram bytea not null,
        first_token bytea not null,
        primary key (starts, provider, model)
      ) with (fillfactor = 70)`.execute(db);
      await sql`grant select, insert, update, delete on ${table} to ${sql.id(LEDGER_WRITER)}`.execute(
        db,
      );
      await sql`grant select on ${table} to ${sql.id(LEDGER_READER)}`.execute(db);
    }
  },
};
