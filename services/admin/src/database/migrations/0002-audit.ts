import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The audit log: entries and checkpoints are append-only, whoever asks. */
export const audit: Migration = {
  up: async (db: Kysely<unknown>) => {
    await entries(db);
    await checkpoints(db);
    await intents(db);
    await seen(db);
  },
};

async function entries(db: Kysely<unknown>): Promise<void> {
  await sql`create table admin.audit_entries (
    seq bigint not null,
    id uuid not null,
    at timestamptz(3) not null,
    organization_id text,
    user_id text,
    action text not null,
    resource_type text not null,
    resource_id text,
    changes text,
    source text not null,
    ip text,
    request_id text,
    prev_hash text not null,
    hash text not null,
    primary key (at, seq)
  ) partition by range (at)`.execute(db);
  await sql`create index on admin.audit_entries (seq)`.execute(db);
  await sql`create index on admin.audit_entries (organization_id, seq)`.execute(db);
  await sql`create index on admin.audit_entries (resource_type, resource_id, seq)`.execute(db);
  await sql`create function admin.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
    end
  $$`.execute(db);
  await sql`create trigger audit_entries_stay before update or delete on admin.audit_entries
    for each row execute function admin.refuse_change()`.execute(db);
  await sql`create trigger audit_entries_whole before truncate on admin.audit_entries
    for each statement execute function admin.refuse_change()`.execute(db);
  await sql`grant select, insert on admin.audit_entries to aicp_admin`.execute(db);
}

async function checkpoints(db: Kysely<unknown>): Promise<void> {
  await sql`create table admin.audit_checkpoints (
    seq bigint not null,
    purpose text not null check (purpose in ('anchor', 'retention')),
    hash text not null,
    at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    public_key text not null,
    signature text not null,
    primary key (seq, purpose)
  )`.execute(db);
  await sql`create trigger audit_checkpoints_stay before update or delete on admin.audit_checkpoints
    for each row execute function admin.refuse_change()`.execute(db);
  await sql`create trigger audit_checkpoints_whole before truncate on admin.audit_checkpoints
    for each statement execute function admin.refuse_change()`.execute(db);
  await sql`grant select, insert on admin.audit_checkpoints to aicp_admin`.execute(db);
}

async function intents(db: Kysely<unknown>): Promise<void> {
  await sql`create table admin.audit_intents (
    id uuid primary key,
    created_at timestamptz not null,
    state text not null default 'open'
      check (state in ('open', 'settled', 'failed', 'abandoned')),
    action text not null,
    kind text not null,
    name text not null,
    resource_type text not null,
    resource_id text,
    organization_id text,
    user_id text not null,
    role text not null,
    source text not null,
    ip text,
    request_id text,
    uid text,
    resource_version text,
    generation bigint not null,
    before text,
    after text
  )`.execute(db);
  await sql`create index on admin.audit_intents (created_at)`.execute(db);
  await sql`create index on admin.audit_intents (uid) where state = 'open'`.execute(db);
  await sql`grant select, insert, update, delete on admin.audit_intents to aicp_admin`.execute(db);
}

async function seen(db: Kysely<unknown>): Promise<void> {
  await sql`create table admin.audit_seen (
    uid text primary key,
    kind text not null,
    name text not null,
    resource_version text not null,
    stamp text not null,
    state text not null,
    deleted_at timestamptz
  )`.execute(db);
  await sql`create index on admin.audit_seen (kind)`.execute(db);
  await sql`grant select, insert, update, delete on admin.audit_seen to aicp_admin`.execute(db);
}
