import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEDGER_READER, LEDGER_WRITER } from './ledger-place.ts';

/** Sums of the facts, which grow in the transaction that brings a fact in. */
export const rollUps: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const name of ['usage_quarter', 'usage_hour', 'usage_day']) await usage(db, name);
    await tags(db);
    await latencies(db);
    const tables = ['usage_quarter', 'usage_hour', 'usage_day', 'tag_quarter', 'latency_minute'];
    for (const table of tables) {
      const name = sql.id('ledger', table);
      await sql`grant select, insert, update on ${name} to ${sql.id(LEDGER_WRITER)}`.execute(db);
      await sql`grant select on ${name} to ${sql.id(LEDGER_READER)}`.execute(db);
    }
  },
};

/** Rows are changed again and again while their time lasts: what is left free on a page takes the new versions. */
const CHANGING = sql.raw('with (fillfactor = 70)');

async function usage(db: Kysely<unknown>, name: string): Promise<void> {
  const table = sql.id('ledger', name);
  await sql`create table ${table} (
    starts timestamptz not null,
    dimension integer not null references ledger.dimension,
    requests bigint not null,
    unpriced bigint not null,
    input bigint not null,
    cached_input bigint not null,
    cache_write bigint not null,
    output bigint not null,
    reasoning bigint not null,
    audio_input bigint not null,
    audio_output bigint not null,
    cost_nano numeric not null,
    primary key (dimension, starts)
  ) ${CHANGING}`.execute(db);
  await sql`create index on ${table} (starts)`.execute(db);
}

async function tags(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.tag_quarter (
    starts timestamptz not null,
    tag integer not null references ledger.tag,
    requests bigint not null,
    unpriced bigint not null,
    cost_nano numeric not null,
    primary key (tag, starts)
  ) ${CHANGING}`.execute(db);
  await sql`create index on ledger.tag_quarter (starts)`.execute(db);
}

async function latencies(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.latency_minute (
    minute timestamptz not null,
    provider text not null,
    model text not null,
    requests bigint not null,
    failures bigint not null,
    histogram bytea not null,
    first_token bytea not null,
    primary key (minute, provider, model)
  ) ${CHANGING}`.execute(db);
}
