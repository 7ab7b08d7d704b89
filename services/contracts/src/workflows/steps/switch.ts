import { z } from 'zod';
import { nestedSteps } from './nested-steps.ts';

/** Runs the steps, one after the other, of the first case whose `when` holds, else those of `default`, else none. */
export const switchWith = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        /** Bare CEL, as in `if`. */
        when: z.string().min(1).max(1024),
        steps: nestedSteps,
      }),
    )
    .min(1)
    .max(20),
  default: nestedSteps.optional(),
});

/** What a `switch` step puts out. */
export interface SwitchOutput {
  /** Index of the case; `default`; or null where nothing ran. */
  readonly case: number | 'default' | null;
  /** Output of the last of its steps. */
  readonly output: unknown;
}
