import { randomBytes } from 'node:crypto';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Clock } from '@aicp/common/time/clock';
import type { AdminDatabase } from '../../database/tables.ts';
import { IdempotentAnswers, type IdempotentAnswersOptions } from '../idempotent-answers.ts';
import { RecordStore } from '../records/record-store.ts';

/** The secret of an installation of the tests'. */
export const SECRET = { id: 'secret-1', bytes: Buffer.alloc(32, 7) };

/** One replica of the service on a database that it shares. */
export const replicaOn = (
  database: Pick<AdminDatabase, 'kysely'>,
  clock: Clock,
  changes: Partial<IdempotentAnswersOptions> = {},
): IdempotentAnswers =>
  new IdempotentAnswers({
    store: new RecordStore({ database }),
    secret: { current: () => Promise.resolve(SECRET) },
    log: recordingLog().log,
    ...{ clock, randomBytes },
    ...changes,
  });
