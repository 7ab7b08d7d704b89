import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Targets of SLAs that were missed, from when to when. */
export const sla: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.sla_violation (
      id text primary key,
      sla_uid text not null,
      sla_id text not null,
      organization_id text,
      organization_uid text,
      provider text not null,
      model text not null,
      metric text not null,
      target double precision not null,
      actual double precision not null,
      worst double precision not null,
      severity text not null check (severity in ('warning', 'critical')),
      status text not null check (status in ('open', 'acknowledged', 'resolved')),
      started_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      seen_at timestamptz(3) not null,
      good_points integer not null default 0,
      channels jsonb not null,
      acknowledged_at timestamptz(3),
      acknowledged_by text,
      resolved_at timestamptz(3),
      resolved_by text,
      resolution text,
      is_muted boolean not null default false
    )`.execute(db);
    await sql`create unique index on admin.sla_violation (sla_uid, provider, model, metric)
      where status <> 'resolved' or is_muted`.execute(db);
    await sql`create index on admin.sla_violation (organization_id, id)`.execute(db);
    await sql`create index on admin.sla_violation (sla_id, id)`.execute(db);
    await sql`grant select, insert, update on admin.sla_violation to aicp_admin`.execute(db);
  },
};
