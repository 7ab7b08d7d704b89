import type { Selectable } from 'kysely';

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
  'admin.idempotent_requests': IdempotentRequests;
}
