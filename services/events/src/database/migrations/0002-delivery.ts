import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { EMITTING_ROLES } from '../events-place.ts';

/** Who is told of each event, and how that goes. Ids of events that are gone stay known, so that nobody writes one again. */
export const delivery: Migration = {
  up: async (db: Kysely<unknown>) => {
    await makeDeliveries(db);
    await sql`create table events.subscription_state (
      subscription_uid text primary key,
      subscription_name text not null,
      generation bigint not null,
      consecutive_failures integer not null default 0,
      failing_since timestamptz(3),
      last_success_at timestamptz(3),
      last_failure_at timestamptz(3),
      last_failure_status integer,
      last_failure_reason text,
      throttled_until timestamptz(3),
      disabled_at timestamptz(3),
      disabled_reason text,
      disabled_message text
    )`.execute(db);
    await sql`grant select, insert, update, delete on events.delivery, events.subscription_state to aicp_events`.execute(
      db,
    );
    await rememberIds(db);
  },
};

/** Of a digest, `event_id` is null, and rows with its id in `digest_id` are what it holds. While one is delivered, `next_at` is when somebody else may try. */
async function makeDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`create table events.delivery (
    id text primary key,
    sequence bigint generated always as identity,
    event_id text,
    digest_id text,
    subscription_uid text not null,
    subscription_name text not null,
    organization text not null,
    channel text not null,
    event_type text not null,
    ordering_key text,
    is_asked boolean not null,
    status text not null check (status in ('pending', 'delivering', 'delivered', 'failed', 'dead', 'cancelled')),
    attempts integer not null default 0,
    next_at timestamptz(3) not null,
    claimed_by text,
    first_at timestamptz(3),
    last_at timestamptz(3),
    last_status integer,
    last_error text,
    response_ms integer,
    created_at timestamptz(3) not null,
    delivered_at timestamptz(3)
  )`.execute(db);
  const open = sql.raw(`where status in ('pending', 'delivering', 'failed')`);
  await sql`create index on events.delivery (subscription_uid, next_at) ${open} and digest_id is null`.execute(
    db,
  );
  await sql`create index on events.delivery (ordering_key, sequence) ${open}`.execute(db);
  await sql`create index on events.delivery (subscription_uid, first_at)`.execute(db);
  await sql`create index on events.delivery (subscription_uid, created_at desc, sequence)`.execute(
    db,
  );
  await sql`create index on events.delivery (event_id)`.execute(db);
  await sql`create index on events.delivery (digest_id) where digest_id is not null`.execute(db);
  await sql`create index on events.delivery (created_at)`.execute(db);
}

/** An event that was dropped for its age is not written again by who still sees what it told of. */
async function rememberIds(db: Kysely<unknown>): Promise<void> {
  await sql`create table events.past_event (
    id text primary key,
    dropped_at timestamptz(3) not null
  )`.execute(db);
  await sql`create index on events.past_event (dropped_at)`.execute(db);
  await sql`grant select, insert, update, delete on events.past_event to aicp_events`.execute(db);
  for (const role of EMITTING_ROLES) {
    await sql`grant select on events.past_event to ${sql.id(role)}`.execute(db);
  }
  await sql`create function events.skip_past_event() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from events.past_event where id = new.id) then return null; end if;
      return new;
    end
  $$`.execute(db);
  await sql`create trigger skip_past_event before insert on events.event
    for each row execute function events.skip_past_event()`.execute(db);
}
