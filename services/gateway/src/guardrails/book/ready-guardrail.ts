import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import type { Detectors } from '@aicp/detection/detectors';
import type { JudgeOf } from '../judges/judges.ts';

/** A guardrail that is ready to look at texts. */
export interface ReadyGuardrail extends Omit<GuardrailFragment, 'detectors' | 'judge'> {
  /** Changes with what it looks for, and with everything else that it says. */
  readonly revision: string;
  readonly detectors: Detectors;
  /** The same for answers: nobody overrides instructions there, and what looks for that has to wait for the end of a text. */
  readonly answerDetectors: Detectors;
  readonly judge: JudgeOf | undefined;
}
