import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

export const failoverFragment = z.object({
  source,
  /** Whose requests alone it moves; absent: everyone's. */
  organization,
  /** Id of the model that may fail. */
  sourceModel: z.string(),
  /** Id of the model, or alias of the group, that serves instead. */
  targetModel: z.string(),
  /** `metric op number`, joined by AND and OR. */
  condition: z.string(),
  cooldownMinutes: z.number(),
});
export type FailoverFragment = z.output<typeof failoverFragment>;

export const failovers = defineSection({
  name: 'failovers',
  item: failoverFragment,
  readers: ['gateway', 'admin'],
});
