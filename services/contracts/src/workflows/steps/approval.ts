import { z } from 'zod';

/** Waits for a person; `timeoutSeconds` of the step bounds how long. A refusal fails the step. */
export const approvalWith = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  /** What the person has to look at. */
  message: z.string().max(10_000).optional(),
  /** Persons, or names of keys, who may decide. Absent: the administrators of the organization. */
  approvers: z.array(z.string().min(1).max(253)).min(1).max(100).optional(),
});

const SAYS = 'must say `approved`: true approves, false refuses';

/** What is sent to decide for an `approval` step. Nothing but a plain true or false decides: what is misspelt must not approve. */
export const approvalDecision = z.looseObject(
  { approved: z.boolean('must be true, which approves, or false, which refuses') },
  { error: SAYS },
);

/** What an `approval` step puts out. */
export interface ApprovalOutput {
  readonly approved: boolean;
  /** Id of the person. */
  readonly by: string;
  /** RFC 3339. */
  readonly at: string;
  /** What the person sent along. */
  readonly payload?: unknown;
}
