import { type Selectable, sql, type Kysely } from 'kysely';
import type { TablesPlace } from '@aicp/common/database/run-migrations';
import type { Migration } from 'kysely/migration';

/** `running`: nothing was written yet. `writing`: something was, or is about to be. `done`: it was answered with success. */
export type RecordState = 'running' | 'writing' | 'done';

/** Requests that were sent with an Idempotency-Key. */
export interface IdempotentRequests {
  /** SHA-256 of caller and key. */
  id: string;
  /** SHA-256 of the caller. */
  caller: string;
  /** Of method, path, query, If-Match, body and the caller's role: an HMAC, so that it tells nothing of a secret in the body. */
  fingerprint: string;
  /** The installation's secret that fingerprint and answer were made with. */
  secret_id: string;
  state: RecordState;
  /** Who runs it: another one for every attempt. */
  holder: string;
  /** Until then its holder is believed to be alive. */
  lease_until: Date;
  /** From then on it counts for nothing. */
  expires_at: Date;
  /** Sealed; null: none yet, or one that is too large to keep. */
  answer: string | null;
}

export type IdempotentRequest = Selectable<IdempotentRequests>;

export interface IdempotencyTables {
  idempotent_requests: IdempotentRequests;
}

/** Makes the table of requests that were sent with an Idempotency-Key, kept for a day; their answers are sealed. */
export const idempotencyMigration = ({ schema, role }: TablesPlace): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const [inSchema, toRole] = [sql.id(schema), sql.id(role)];
    await sql`create table ${inSchema}.idempotent_requests (
      id text primary key,
      caller text not null,
      fingerprint text not null,
      secret_id text not null,
      state text not null check (state in ('running', 'writing', 'done')),
      holder text not null,
      lease_until timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      answer text
    )`.execute(db);
    await sql`create index on ${inSchema}.idempotent_requests (caller, expires_at)`.execute(db);
    await sql`create index on ${inSchema}.idempotent_requests (expires_at)`.execute(db);
    await sql`grant select, insert, update, delete on ${inSchema}.idempotent_requests to ${toRole}`.execute(
      db,
    );
  },
});
