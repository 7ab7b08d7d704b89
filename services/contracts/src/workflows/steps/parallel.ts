import { z } from 'zod';
import { nestedSteps } from './nested-steps.ts';

/** Runs its steps at the same time; those that `need` others of them wait for these. Where one fails, no other begins, and it has failed when those under way have ended. */
export const parallelWith = z.strictObject({ steps: nestedSteps });

/** What a `parallel` step puts out: the output of each of its steps, by id. */
export type ParallelOutput = Readonly<Record<string, unknown>>;
