import type { Scope } from '@aicp/contracts/workflows/expressions/expression';
import type { StepOutcome } from './outcome.ts';

/** What expressions may speak of. */
export type Variables = Scope;

/** The variables with what further steps came to. */
export const withSteps = (variables: Variables, outcomes: Iterable<StepOutcome>): Variables => ({
  ...variables,
  steps: {
    ...variables.steps,
    ...Object.fromEntries(
      [...outcomes].map(({ id, status, output, error }) => [
        id,
        { status, output: output ?? null, ...(error === undefined ? {} : { error }) },
      ]),
    ),
  },
});
