import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import type { Detectors } from '@aicp/detection/detectors';
import type { JudgeOf } from '../judges/judges.ts';

/** A guardrail that is ready to look at texts. */
export interface ReadyGuardrail extends Omit<GuardrailFragment, 'detectors' | 'judge'> {
  /** Changes with what it looks for, and with everything else that it says. */
  readonly revision: string;
  /** What it looks for at input. */
  readonly terms: GuardrailFragment['detectors'];
  /** That, ready. */
  readonly detectors: Detectors;
  /** The same for answers: nobody overrides instructions there, and what looks for that has to wait for the end of a text. */
  readonly answerDetectors: Detectors;
  readonly answerTerms: GuardrailFragment['detectors'];
  readonly judge: JudgeOf | undefined;
}
