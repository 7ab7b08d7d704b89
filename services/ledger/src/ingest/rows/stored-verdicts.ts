import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { storedText } from './stored-text.ts';

/** So often nothing is found in one request: sums of these stay within their columns. */
const MOST_FINDINGS = 1_000_000_000;
/** No label of ours is longer; a judge elsewhere may answer anything. */
const MOST_LABEL = 100;

/** Verdicts as rows hold them. */
export const storedVerdicts = (verdicts: readonly GuardrailVerdict[]): GuardrailVerdict[] =>
  verdicts.map(({ findings, ...verdict }) => ({
    ...verdict,
    guardrail: storedText(verdict.guardrail),
    findings: findings.map(({ label, action, count }) => ({
      label: storedText(label.slice(0, MOST_LABEL)),
      action,
      count: Math.min(count, MOST_FINDINGS),
    })),
  }));
