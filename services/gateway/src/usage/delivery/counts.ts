import type { Logger } from '@aicp/common/log/logger';
import type { UsageAnswer } from '@aicp/contracts/usage/usage-batch';
import { PARTS, type Outgoing, type Part } from './outgoing.ts';

/** What became of records on their way, for metrics. */
export interface DeliveryCounts {
  readonly delivered: Record<Part, number>;
  /** Records that the budget service could not read. */
  readonly refused: Record<Part, number>;
  /** Records of requests, and their sums, that the service failed at again and again. */
  setAside: number;
  /** Requests that were added up, since the disk's bound forced their records out. */
  summed: number;
  /** Lines of the journal that cannot be read, so that they are in no record. */
  unreadable: number;
  /** Decisions that were given up: for want of room, or with a batch that was not taken. */
  shedDecisions: number;
  /** Batches that were not taken. */
  failures: number;
}

const none = (): Record<Part, number> => ({
  usage: 0,
  attempts: 0,
  sums: 0,
  decisions: 0,
  feedback: 0,
});

export const noDeliveryCounts = (): DeliveryCounts => ({
  delivered: none(),
  refused: none(),
  setAside: 0,
  summed: 0,
  unreadable: 0,
  shedDecisions: 0,
  failures: 0,
});

/** Counts what the service made of a batch, and tells of what it could not read. */
export function countAnswer(
  { texts }: Outgoing,
  { refused, feedback = 0 }: UsageAnswer,
  { counts, log }: { readonly counts: DeliveryCounts; readonly log: Logger },
): void {
  for (const part of PARTS) {
    const bad = refused.filter((one) => one.part === part);
    counts.refused[part] += bad.length;
    counts.delivered[part] += part === 'feedback' ? feedback : texts[part].length - bad.length;
  }
  const reasons = Map.groupBy(refused, ({ part, message }) => `${part}: ${message}`);
  for (const [reason, [first, ...others]] of reasons) {
    const record = first && texts[first.part][first.index]?.slice(0, 300);
    log.warn({ reason, records: others.length + 1, record }, 'usage_refused');
  }
}
