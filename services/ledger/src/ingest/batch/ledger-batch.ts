import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import type { FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageAnswer, UsageBatch } from '@aicp/contracts/usage/usage-batch';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';

/** A gateway's batch, whose records were read. */
export interface LedgerBatch extends Pick<
  UsageBatch,
  'replica' | 'sent_at' | 'in_flight' | 'oldest_left_at'
> {
  readonly usage: readonly UsageRecord[];
  readonly attempts: readonly AttemptRecord[];
  readonly sums: readonly UsageSum[];
  readonly decisions: readonly DecisionRecord[];
  /** Absent: none. */
  readonly feedback?: readonly FeedbackRecord[];
}

/** What became of a batch. */
export interface Ingested {
  /** Those that were new, in any order: they are what spend has grown by. */
  readonly usage: readonly UsageRecord[];
  readonly sums: readonly UsageSum[];
  /** How many records of all sorts were new. */
  readonly accepted: number;
  /** How many were known. */
  readonly known: number;
  /** Records that no row can hold, by their index in the batch: they are kept out. */
  readonly refused: UsageAnswer['refused'];
}
