import { z } from 'zod';

/** What happened to requests, as the client in the pod says it. */
export const countsSchema = z.object({
  /** Requests, however often tried. */
  sent: z.int(),
  /** With 200 and, a stream, to its end. */
  answered: z.int(),
  /** Answered otherwise, or not after all retries. */
  failed: z.int(),
  /** Tries that ended with the connection and not with an answer. */
  lostConnections: z.int(),
  /** How often what went wrong. */
  wrong: z.record(z.string(), z.int()),
});
export type Counts = z.output<typeof countsSchema>;

export const NOTHING: Counts = { sent: 0, answered: 0, failed: 0, lostConnections: 0, wrong: {} };

/** What came to `before` until `after`. */
export function difference(before: Counts, after: Counts): Counts {
  const wrong = Object.entries(after.wrong)
    .map(([what, count]): [string, number] => [what, count - (before.wrong[what] ?? 0)])
    .filter(([, count]) => count > 0);
  return {
    sent: after.sent - before.sent,
    answered: after.answered - before.answered,
    failed: after.failed - before.failed,
    lostConnections: after.lostConnections - before.lostConnections,
    wrong: Object.fromEntries(wrong),
  };
}
