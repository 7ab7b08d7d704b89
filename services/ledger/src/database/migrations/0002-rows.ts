import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEDGER_READER, LEDGER_WRITER } from './ledger-place.ts';

/** Token counts are small or 0, which `numeric` holds in three to five bytes, and no provider can overstate them past its range. */
const TOKENS = sql.raw(`
  input numeric not null,
  cached_input numeric not null,
  cache_write numeric not null,
  output numeric not null,
  reasoning numeric not null,
  audio_input numeric not null,
  audio_output numeric not null`);

/** The facts: requests, attempts, sums, decisions, and what many of them have in common. */
export const rows: Migration = {
  up: async (db: Kysely<unknown>) => {
    await shared(db);
    await facts(db);
    await decisions(db);
    await upkeep(db);
  },
};

async function grant(db: Kysely<unknown>, table: string, rights: string): Promise<void> {
  const name = sql.id('ledger', table);
  await sql`grant select, ${sql.raw(rights)} on ${name} to ${sql.id(LEDGER_WRITER)}`.execute(db);
  await sql`grant select on ${name} to ${sql.id(LEDGER_READER)}`.execute(db);
}

async function shared(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.dimension (
    id integer generated always as identity primary key,
    hash uuid not null unique,
    organization text not null,
    business_unit text not null,
    team text not null,
    "user" text not null,
    key text not null,
    model_served text not null,
    provider text not null,
    price_version text not null,
    source smallint not null
  )`.execute(db);
  await sql`create index on ledger.dimension (key)`.execute(db);
  await sql`create table ledger.target (
    id integer generated always as identity primary key,
    hash uuid not null unique,
    organization text not null,
    model text not null,
    provider text not null,
    credential text not null
  )`.execute(db);
  await sql`create table ledger.tag (
    id integer generated always as identity primary key,
    hash uuid not null unique,
    organization text not null,
    name text not null,
    value text not null
  )`.execute(db);
  for (const table of ['dimension', 'target', 'tag']) await grant(db, table, 'insert');
}

async function facts(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.usage (
    at timestamptz not null,
    cost_nano bigint,
    dimension integer not null,
    latency_ms real,
    first_token_ms real,
    completion smallint not null,
    status smallint,
    attempts smallint not null,
    cache smallint,
    id uuid not null,
    ${TOKENS},
    request_id text not null,
    model_asked text not null,
    policy text not null,
    ab_test text not null,
    variant text not null,
    config_revision text not null,
    tags jsonb,
    primary key (at, id)
  ) partition by range (at)`.execute(db);
  await sql`create index usage_dimension on ledger.usage (dimension, at)`.execute(db);
  await sql`create table ledger.attempt (
    at timestamptz not null,
    cost_nano bigint,
    target integer not null,
    latency_ms real,
    first_token_ms real,
    number smallint not null,
    outcome smallint not null,
    usage_id uuid not null,
    ${TOKENS},
    reason text not null,
    primary key (at, usage_id, number)
  ) partition by range (at)`.execute(db);
  await sql`create table ledger.usage_sum (
    id uuid primary key,
    hour timestamptz not null,
    dimension integer not null references ledger.dimension,
    requests bigint not null,
    cost_nano bigint,
    ${TOKENS}
  )`.execute(db);
  for (const table of ['usage', 'attempt', 'usage_sum']) await grant(db, table, 'insert');
}

async function decisions(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.decision (
    at timestamptz not null,
    id uuid not null,
    result smallint not null,
    status smallint not null,
    request_id text not null,
    organization text not null,
    key text not null,
    asked_model text not null,
    model text not null,
    provider text not null,
    policies text[] not null,
    record jsonb not null,
    primary key (at, id)
  ) partition by range (at)`.execute(db);
  await sql`create index decision_request on ledger.decision (request_id)`.execute(db);
  await grant(db, 'decision', 'insert');
}

async function upkeep(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.kept_from (
    part text primary key check (part in ('usage', 'decision')),
    day timestamptz not null
  )`.execute(db);
  const both = sql.join([sql.id(LEDGER_WRITER), sql.id(LEDGER_READER)]);
  await sql`grant select on ledger.kept_from to ${both}`.execute(db);
  await sql`create table ledger.usage_seen (
    day timestamptz not null,
    bucket smallint not null,
    ids bytea not null,
    primary key (day, bucket)
  )`.execute(db);
  // The bytes are random, so that packing them is in vain.
  await sql`alter table ledger.usage_seen alter column ids set storage external`.execute(db);
  await grant(db, 'usage_seen', 'insert, update');
  await sql`create table ledger.delivery (
    replica text primary key,
    last_contact timestamptz not null,
    sent_at timestamptz not null,
    in_flight integer not null,
    oldest_left_at timestamptz
  )`.execute(db);
  await grant(db, 'delivery', 'insert, update');
}
