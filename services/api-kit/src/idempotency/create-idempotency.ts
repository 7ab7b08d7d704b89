import type { Database } from '@aicp/common/database/open-database';
import { IdempotencyKeeper } from './idempotency-keeper.ts';
import { IdempotentAnswers } from './idempotent-answers.ts';
import type { IdempotencyTables } from './records/idempotency-tables.ts';
import { RecordStore } from './records/record-store.ts';
import { SharedSecret, type SharedSecretOptions } from './records/sealing.ts';

/** What makes a request that is sent again be done once. */
export interface Idempotency {
  readonly answers: IdempotentAnswers;
  /** To be started. */
  readonly keeper: IdempotencyKeeper;
}

/** Puts it together; nothing is asked of the database or the Kubernetes API yet. */
export function createIdempotency(
  options: SharedSecretOptions & { readonly database: Pick<Database<IdempotencyTables>, 'kysely'> },
): Idempotency {
  const store = new RecordStore(options);
  const secret = new SharedSecret(options);
  return {
    answers: new IdempotentAnswers({ ...options, store, secret }),
    keeper: new IdempotencyKeeper({ ...options, store }),
  };
}
