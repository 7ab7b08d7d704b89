import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import type { GuardrailStage, GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';

/** What decisions call the looks at what was sent, and at what came back. */
const STEPS: Readonly<Record<GuardrailStage, string>> = {
  input: 'guardrails',
  output: 'guardrails-answer',
};

/** What guardrails said at a stage, as decisions tell it. Nothing of a text. */
export const verdictSteps = (
  verdicts: readonly GuardrailVerdict[],
  of: GuardrailStage,
): DecisionStep[] =>
  verdicts
    .filter(({ stage }) => stage === of)
    .map(({ guardrail, verdict, reason, findings }) => {
      const found = findings.map(({ label, action, count }) => `${count} ${label} (${action})`);
      const detail = [reason, ...found].filter((one) => one !== undefined).join(', ');
      const step = { stage: STEPS[of], outcome: verdict, policy: guardrail };
      return detail === '' ? step : { ...step, detail };
    });
