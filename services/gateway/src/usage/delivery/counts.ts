import type { Part } from './outgoing.ts';

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
  /** Decisions for which there was no room. */
  shedDecisions: number;
  /** Batches that were not taken. */
  failures: number;
}

const none = (): Record<Part, number> => ({ usage: 0, attempts: 0, sums: 0, decisions: 0 });

export const noDeliveryCounts = (): DeliveryCounts => ({
  delivered: none(),
  refused: none(),
  setAside: 0,
  summed: 0,
  unreadable: 0,
  shedDecisions: 0,
  failures: 0,
});
