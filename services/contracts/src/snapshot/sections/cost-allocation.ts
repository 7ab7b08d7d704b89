import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

/** What the target of a rule is. */
export const ALLOCATION_TYPES = ['cost_center', 'project', 'department'] as const;
export type AllocationType = (typeof ALLOCATION_TYPES)[number];

export const costAllocationFragment = z.object({
  source,
  /** metadata.name of the CostAllocationRule. */
  id: z.string(),
  /** For people. */
  name: z.string(),
  organization,
  /** Absent: every team, and requests of none. */
  team: z.string().optional(),
  type: z.enum(ALLOCATION_TYPES),
  target: z.string(),
  /** A decimal with up to nine places, 0 to 100. */
  percent: z.string(),
  metadata: z.record(z.string(), z.string()),
});
export type CostAllocationFragment = z.output<typeof costAllocationFragment>;

export const costAllocationRules = defineSection({
  name: 'cost_allocation_rules',
  item: costAllocationFragment,
  readers: ['admin'],
});
