import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEDGER_READER, LEDGER_WRITER } from './ledger-place.ts';

/**
 * What guardrails said: of each request, in its own row; by hour and by day (UTC), as sums; and what they blocked and nobody was told of yet. The names in a row of a sum are as many
 * as may be too long for an index, so that a hash stands for them.
 */
export const guardrailFacts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.usage add column guardrails jsonb`.execute(db);
    await sql`create index usage_guardrails on ledger.usage using gin (guardrails jsonb_path_ops)
      where guardrails is not null`.execute(db);
    for (const name of ['guardrail_hour', 'guardrail_day']) await sums(db, name);
    await blocks(db);
  },
};

/** Rows are changed again and again while their time lasts: what is left free on a page takes the new versions. */
const CHANGING = sql.raw('with (fillfactor = 70)');

async function sums(db: Kysely<unknown>, name: string): Promise<void> {
  const table = sql.id('ledger', name);
  await sql`create table ${table} (
    starts timestamptz not null,
    fact uuid not null,
    organization text not null,
    team text not null,
    guardrail text not null,
    stage text not null,
    is_monitor boolean not null,
    verdict text not null,
    label text not null,
    action text not null,
    requests bigint not null,
    findings bigint not null,
    primary key (starts, fact)
  ) ${CHANGING}`.execute(db);
  await sql`create index on ${table} (guardrail, starts)`.execute(db);
  await sql`grant select, insert, update on ${table} to ${sql.id(LEDGER_WRITER)}`.execute(db);
  await sql`grant select on ${table} to ${sql.id(LEDGER_READER)}`.execute(db);
}

async function blocks(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.guardrail_block (
    fact uuid primary key,
    head uuid not null,
    organization text not null,
    guardrail text not null,
    stage text not null,
    label text not null,
    requests bigint not null,
    findings bigint not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    told_at timestamptz
  ) ${CHANGING}`.execute(db);
  await sql`create index on ledger.guardrail_block (head)`.execute(db);
  await sql`grant select, insert, update, delete on ledger.guardrail_block
    to ${sql.id(LEDGER_WRITER)}`.execute(db);
}
