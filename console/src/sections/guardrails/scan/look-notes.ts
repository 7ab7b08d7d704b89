import type { GuardrailOutcome } from '@aicp/contracts/guardrails/verdict';

/** What a guardrail says of a text besides what it found there. */
export interface OfGuardrail {
  /** `skipped`: it does not look at requests, or at answers. */
  readonly verdict: GuardrailOutcome;
  /** It only watches. */
  readonly is_monitor: boolean;
  /** What had no say: `external`, and ids of detectors that cannot be used. */
  readonly left_out: readonly string[];
}

/** What somebody has to know who reads what a guardrail found: sentences. */
export function notesOf({ verdict, is_monitor, left_out = [] }: Partial<OfGuardrail>): string[] {
  const detectors = left_out.filter((one) => one !== 'external');
  return [
    ...(verdict === 'skipped' ? ['It does not look at these: see “Looks at” of its form.'] : []),
    ...(is_monitor === true
      ? ['It only watches: nothing is done, and all of it is recorded.']
      : []),
    ...(left_out.includes('external') ? ['Its judge elsewhere was not asked.'] : []),
    ...(detectors.length > 0 ? [`These cannot be used: ${detectors.join(', ')}.`] : []),
  ];
}
