import { z } from 'zod';

/** Where the workflow engine tells the admin service what people decided and did: GET lists what is not taken yet, POST says what is. */
export const DECISIONS_PATH = '/internal/audit/decisions';

/** In which header the engine says the id of a decision, or of another deed, that it has taken down. */
export const DECISION_HEADER = 'aicp-decision';

/** What the audit log is to have once of what somebody did with an execution. */
const deed = z.object({
  id: z.uuid(),
  /** When it was done. */
  at: z.iso.datetime(),
  /** Id of the execution. */
  execution: z.string(),
  /** The person, or the key where it names none. */
  user: z.string(),
  /** metadata.name of the APIKey; null: a person who signed in otherwise. */
  key: z.string().nullable(),
  /** metadata.name of the Organization whose execution it is; null: the platform's. */
  organization: z.string().nullable(),
  /** metadata.uid of that Organization; null where there was none. */
  organizationUid: z.string().nullable(),
  /** Address of whoever sent it; null where the admin service sent it for them. */
  ip: z.string().nullable(),
  requestId: z.string(),
});

/** What a person decided for a step that waited. Builds that knew of no other deeds left `action` out. */
export const decisionRecord = deed.extend({
  action: z.literal('signal').default('signal'),
  /** Path of the step. */
  step: z.string(),
  /** False: it was declined. */
  approved: z.boolean(),
  /** What was said with it; null: nothing. */
  comment: z.string().nullable(),
});
export type DecisionRecord = z.output<typeof decisionRecord>;

/** That somebody started an execution, ended it, or had a failed one go on. */
export const changeRecord = deed.extend({
  action: z.enum(['execute', 'cancel', 'retry']),
  /** Type of the template. */
  template: z.string(),
});
export type ChangeRecord = z.output<typeof changeRecord>;

export type DeedRecord = DecisionRecord | ChangeRecord;

/** The oldest of those that are not taken yet. */
export const decisionList = z.object({
  decisions: z.array(z.union([changeRecord, decisionRecord])),
});

/** The most that one list tells, and that are said to be taken at a time. */
export const MOST_DECISIONS = 200;

/** Which ones stand in the audit log. */
export const decisionsTaken = z.object({ ids: z.array(z.uuid()).max(MOST_DECISIONS) });

/** A longer one is cut in the audit log. */
const MOST_COMMENT = 1_000;

/** Whether what somebody sent approves, as a plain `approved: true` does alone, and what was said with it. */
export function saidIn(payload: unknown): Pick<DecisionRecord, 'approved' | 'comment'> {
  const said = (payload ?? {}) as { readonly approved?: unknown; readonly comment?: unknown };
  return {
    approved: said.approved === true,
    comment: typeof said.comment === 'string' ? storable(said.comment) : null,
  };
}

/** What no database takes, a cut character included, is replaced. */
const storable = (text: string): string =>
  text.slice(0, MOST_COMMENT).replaceAll('\0', '\uFFFD').toWellFormed();
