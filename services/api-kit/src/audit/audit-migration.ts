import type { TablesPlace } from '@aicp/common/database/run-migrations';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Makes the audit log's tables in the schema of a service: entries and checkpoints are append-only, whoever asks. */
export const auditMigration = (place: TablesPlace): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await entries(db, place);
    await checkpoints(db, place);
  },
});

async function entries(db: Kysely<unknown>, { schema, role }: TablesPlace): Promise<void> {
  const [inSchema, toRole] = [sql.id(schema), sql.id(role)];
  await sql`create table ${inSchema}.audit_entries (
    seq bigint not null,
    id uuid not null,
    at timestamptz(3) not null,
    organization_id text,
    organization_uid text,
    user_id text,
    key_id text,
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
  await sql`create index on ${inSchema}.audit_entries (seq)`.execute(db);
  await sql`create index on ${inSchema}.audit_entries (organization_id, seq)`.execute(db);
  await sql`create index on ${inSchema}.audit_entries (organization_uid, seq)`.execute(db);
  await sql`create index on ${inSchema}.audit_entries (resource_type, resource_id, seq)`.execute(
    db,
  );
  await sql`create function ${inSchema}.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
    end
  $$`.execute(db);
  await sql`create trigger audit_entries_stay before update or delete on ${inSchema}.audit_entries
    for each row execute function ${inSchema}.refuse_change()`.execute(db);
  await sql`create trigger audit_entries_whole before truncate on ${inSchema}.audit_entries
    for each statement execute function ${inSchema}.refuse_change()`.execute(db);
  await sql`grant select, insert on ${inSchema}.audit_entries to ${toRole}`.execute(db);
}

async function checkpoints(db: Kysely<unknown>, { schema, role }: TablesPlace): Promise<void> {
  const [inSchema, toRole] = [sql.id(schema), sql.id(role)];
  await sql`create table ${inSchema}.audit_checkpoints (
    seq bigint not null,
    purpose text not null check (purpose in ('anchor', 'retention')),
    hash text not null,
    at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    public_key text not null,
    signature text not null,
    primary key (seq, purpose)
  )`.execute(db);
  await sql`create trigger audit_checkpoints_stay before update or delete on ${inSchema}.audit_checkpoints
    for each row execute function ${inSchema}.refuse_change()`.execute(db);
  await sql`create trigger audit_checkpoints_whole before truncate on ${inSchema}.audit_checkpoints
    for each statement execute function ${inSchema}.refuse_change()`.execute(db);
  await sql`grant select, insert on ${inSchema}.audit_checkpoints to ${toRole}`.execute(db);
}
