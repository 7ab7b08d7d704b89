import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import {
  BATCH_RECORDS,
  type UsageAnswer,
  type UsageBatch,
} from '@aicp/contracts/usage/usage-batch';
import type { LedgerBatch } from '@aicp/ledger/ingest/batch/ledger-batch';
import type { z } from 'zod';

type Part = keyof typeof BATCH_RECORDS;

/** A batch whose records were read, each by its form. */
export interface ReadBatch {
  readonly batch: LedgerBatch;
  /** Those that cannot be read, and are kept out. */
  readonly refused: UsageAnswer['refused'];
  /** Where records stood in the batch that was sent, by part and index among those that could be read. */
  readonly places: Readonly<Record<Part, readonly number[]>>;
}

interface PartRead<T> {
  readonly records: readonly T[];
  readonly places: readonly number[];
}

/** Reads the records of a batch. One that cannot be read does not hold up the others. */
export function readBatch(sent: UsageBatch): ReadBatch {
  const refused: UsageAnswer['refused'] = [];
  const part = <P extends Part>(name: P): PartRead<z.output<(typeof BATCH_RECORDS)[P]>> =>
    readPart(name, sent[name] ?? [], refused);
  const usage = part('usage');
  const attempts = part('attempts');
  const sums = part('sums');
  const decisions = part('decisions');
  const feedback = part('feedback');
  const { replica, sent_at, in_flight, oldest_left_at } = sent;
  return {
    batch: {
      ...{ replica, sent_at, in_flight, oldest_left_at },
      usage: usage.records,
      attempts: attempts.records,
      sums: sums.records,
      decisions: decisions.records,
      feedback: feedback.records,
    },
    refused,
    places: {
      usage: usage.places,
      attempts: attempts.places,
      sums: sums.places,
      decisions: decisions.places,
      feedback: feedback.places,
    },
  };
}

function readPart<P extends Part>(
  part: P,
  sent: readonly unknown[],
  refused: UsageAnswer['refused'],
): PartRead<z.output<(typeof BATCH_RECORDS)[P]>> {
  const records: z.output<(typeof BATCH_RECORDS)[P]>[] = [];
  const places: number[] = [];
  for (const [index, record] of sent.entries()) {
    const { data, faults } = readPlainly(BATCH_RECORDS[part], record);
    const message = faults ? faultLine(faults) : momentFault(data as object);
    if (message === undefined) {
      records.push(data as z.output<(typeof BATCH_RECORDS)[P]>);
      places.push(index);
    } else {
      refused.push({ part, index, message });
    }
  }
  return { records, places };
}

/** The forms take any text for a moment. */
function momentFault(record: object): string | undefined {
  const name = 'hour' in record ? 'hour' : 'at';
  const moment = (record as Readonly<Record<string, unknown>>)[name];
  return Number.isNaN(Date.parse(String(moment))) ? `${name}: must be a date and time` : undefined;
}
