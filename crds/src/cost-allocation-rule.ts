import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const spec = z.object({
  displayName: f
    .text({ min: 1, max: 200, pattern: f.ONE_LINE })
    .optional()
    .meta({ description: 'Name for people.' }),
  organizationId: f.organizationId(),
  teamId: f
    .refersTo('Team', f.objectName(), { onDelete: 'goes' })
    .optional()
    .meta({ description: 'Team whose cost it allocates; all where none is set.' }),
  allocationType: z
    .enum(['cost_center', 'project', 'department'])
    .meta({ description: 'What the target is.' }),
  allocationTarget: f
    .identifier()
    .meta({ description: 'Where the cost goes: a cost-centre code, a project, a department.' }),
  allocationPercent: f
    .percent()
    .default(100)
    .meta({ description: 'Share of the cost, in percent.' }),
  metadata: f
    .pairs(f.AT_MOST_ONE_LINE)
    .optional()
    .meta({ description: 'Pairs of your own, copied to the report.' }),
});

export type CostAllocationRuleSpec = z.output<typeof spec>;

/** Where cost is booked. */
export const costAllocationRule = defineKind({
  kind: 'CostAllocationRule',
  plural: 'costallocationrules',
  shortNames: ['car'],
  feature: 'cost-allocation-rule',
  description: 'Where the cost of a team, or of everybody, is booked.',
  spec,
  columns: [
    { name: 'Team', type: 'string', jsonPath: '.spec.teamId' },
    { name: 'Type', type: 'string', jsonPath: '.spec.allocationType' },
    { name: 'Target', type: 'string', jsonPath: '.spec.allocationTarget' },
    { name: 'Percent', type: 'string', jsonPath: '.spec.allocationPercent' },
  ],
  selectable: ['.spec.teamId'],
  api: {
    path: 'cost-allocation/rules',
    permission: 'cost_allocation_rules',
    readers: 'staff',
    tag: 'Cost allocation rules',
    noun: 'cost allocation rule',
    required: ['name'],
    example: {
      name: 'Research',
      team_id: 'research',
      allocation_type: 'cost_center',
      allocation_target: 'CC-4711',
    },
  },
  enforcedBy: ['admin'],
});
