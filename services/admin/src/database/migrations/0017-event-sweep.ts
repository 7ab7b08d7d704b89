import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was seen of objects, from which events are told once: it outlives restarts. */
export const eventSweep: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.event_watch (
      watch text primary key,
      started_at timestamptz(3) not null,
      turn integer not null
    )`.execute(db);
    await sql`create table admin.event_seen (
      watch text not null,
      uid text not null,
      kind text not null,
      name text not null,
      resource_version text not null,
      marks jsonb not null,
      gone_at timestamptz(3),
      primary key (watch, uid)
    )`.execute(db);
    await sql`grant select, insert, update, delete on admin.event_watch, admin.event_seen to aicp_admin`.execute(
      db,
    );
  },
};
