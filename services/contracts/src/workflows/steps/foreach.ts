import { z } from 'zod';
import { nestedSteps } from './nested-steps.ts';

export const MAX_ITEMS = 1000;

/** Runs its steps, one after the other, for each item: in them `item` and `index` (from 0) are known, and `steps` holds those of the same round. */
export const foreachWith = z.strictObject({
  items: z.array(z.unknown()).max(MAX_ITEMS),
  steps: nestedSteps,
  /** How many items are worked on at the same time. */
  max_parallel: z.int().min(1).max(20).default(1),
});

/** What a `foreach` step puts out: of each item, in their order, the output of its last step. */
export type ForeachOutput = readonly unknown[];
