import type { GuardrailStage } from '@aicp/contracts/guardrails/verdict';
import type { Redactor } from '@aicp/detection/redact';
import type { GuardSide } from '../book/guard-set.ts';
import type { VerdictBook } from './verdict-book.ts';

/** The guardrails that look at a request, or those that look at its answer, and what they say. */
export interface GuardedStage {
  readonly stage: GuardrailStage;
  readonly side: GuardSide;
  readonly verdicts: VerdictBook;
  readonly redactor: Redactor;
  /** Values that are put back, by placeholder: those of the request, in its answer. */
  readonly restore: ReadonlyMap<string, string>;
}
