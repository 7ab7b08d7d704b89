import { FINDING_ACTIONS, type FindingAction } from '@aicp/contracts/guardrails/verdict';

export type { FindingAction };

/** A place in a text at which a detector found something. It never holds the text itself. */
export interface Finding {
  /** What was found: `CREDIT_CARD`, or the label of a detector's pattern. */
  readonly label: string;
  /** UTF-16 units from the beginning of the text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** How sure it is: more than 0, at most 1. */
  readonly score: number;
  readonly action: FindingAction;
  /** Which of the detectors found it, by its id. */
  readonly detector: string;
}

/** The stricter of two actions. */
export const stricter = (one: FindingAction, other: FindingAction): FindingAction =>
  FINDING_ACTIONS.indexOf(one) <= FINDING_ACTIONS.indexOf(other) ? one : other;
