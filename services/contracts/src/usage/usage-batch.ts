import { z } from 'zod';
import { decisionRecord } from '../decision/decision-record.ts';
import { attemptRecord } from './attempt-record.ts';
import { feedbackRecord } from './feedback-record.ts';
import { senderName } from './sender-name.ts';
import { usageRecord } from './usage-record.ts';
import { usageSum } from './usage-sum.ts';

/** Where a gateway delivers its facts: a path of the budget service. */
export const USAGE_PATH = '/usage';
/** The audience of the projected token that a gateway delivers with. */
export const USAGE_AUDIENCE = 'aicp-budget';
/** So many records a batch holds at most, of each sort. */
export const MOST_RECORDS = 1_000;
/** A batch of more than one record is no longer than this, in bytes. */
export const MOST_BATCH_BYTES = 2_097_152;

/**
 * `POST /usage`: facts of one gateway, oldest first, sent again until they are answered with 200. A record that is known already counts once. One that
 * cannot be read does not hold up the others: it is answered in `refused`, and kept out.
 */
export const usageBatch = z.object({
  /** The replica's name. */
  replica: senderName,
  /** The process that sends, as it is called in calls for leases; absent where it never makes any. */
  session: senderName.optional(),
  /** Whether all these requests came to processes of this replica before that one. */
  is_older: z.boolean().optional(),
  /** RFC 3339. */
  sent_at: z.string(),
  /** Requests under way at this moment. */
  in_flight: z.int().min(0),
  /** When the oldest fact came that is not delivered with this batch (RFC 3339); null where nothing is left. */
  oldest_left_at: z.string().nullable(),
  usage: z.array(z.unknown()).max(MOST_RECORDS),
  attempts: z.array(z.unknown()).max(2 * MOST_RECORDS),
  sums: z.array(z.unknown()).max(MOST_RECORDS),
  decisions: z.array(z.unknown()).max(MOST_RECORDS),
  /** A gateway of before there was any sends none. */
  feedback: z.array(z.unknown()).max(MOST_RECORDS).optional(),
});
export type UsageBatch = z.output<typeof usageBatch>;

/** The forms of the records in a batch. */
export const BATCH_RECORDS = {
  usage: usageRecord,
  attempts: attemptRecord,
  sums: usageSum,
  decisions: decisionRecord,
  feedback: feedbackRecord,
} as const;

/** What became of a batch. */
export const usageAnswer = z.object({
  /** Records that were new. */
  accepted: z.int().min(0),
  /** Records that were known. */
  known: z.int().min(0),
  /** Feedback that was written down; absent: this service knows of none, and the gateway keeps it. */
  feedback: z.int().min(0).optional(),
  /** Records that cannot be read: the part of the batch, the index there, and why. */
  refused: z.array(
    z.object({
      part: z.enum(['usage', 'attempts', 'sums', 'decisions', 'feedback']),
      index: z.int().min(0),
      message: z.string(),
    }),
  ),
});
export type UsageAnswer = z.output<typeof usageAnswer>;
