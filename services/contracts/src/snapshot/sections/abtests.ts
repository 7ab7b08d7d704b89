import { ABTEST_UNITS } from '@aicp/crds/abtest';
import { z } from 'zod';
import { BUCKETS } from '../../abtests/assign.ts';
import { defineSection, organization, source } from './kit/section.ts';

export const abTestFragment = z.object({
  /** The seed of the assignment is its uid. */
  source,
  /** metadata.name of the ABTest. */
  id: z.string(),
  organization,
  /** Ids of models, as the organization sees them, or the platform. */
  base: z.string(),
  variant: z.string(),
  /** `promoted`: the variant serves everybody, and nothing is tried any more. */
  state: z.enum(['running', 'promoted']),
  /** What the variant gets, in hundredths of a percent. */
  share: z.int().min(0).max(BUCKETS),
  stickyBy: z.enum(ABTEST_UNITS),
});
export type AbTestFragment = z.output<typeof abTestFragment>;

/** The tests that move requests. */
export const abTests = defineSection({
  name: 'abtests',
  item: abTestFragment,
  readers: ['gateway', 'admin', 'cost'],
});
