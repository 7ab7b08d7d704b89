import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { SPEND_FIELD, SPENT } from './kit/spend.ts';

const spec = z.object({
  organizationId: f
    .refersTo('Organization', f.objectName(), { onDelete: 'goes' })
    .meta({ description: 'Organization that it is a part of.' }),
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  slug: f.slug().optional().meta({ description: 'Short name in paths.' }),
  description: f.description().optional().meta({ description: 'What it is.' }),
  maxBudget: f.money().optional().meta({ description: 'USD a month.' }),
  costCenter: f.identifier().optional().meta({ description: 'Where its cost is booked.' }),
});

export type BusinessUnitSpec = z.output<typeof spec>;

/** A part of an organization that teams belong to and cost is booked on. */
export const businessUnit = defineKind({
  kind: 'BusinessUnit',
  plural: 'businessunits',
  shortNames: ['bu'],
  feature: 'business-unit',
  description:
    'A part of an organization that teams belong to and cost is booked on. Its `metadata.name` is `<organization>-<slug>`.',
  spec,
  status: SPEND_FIELD,
  columns: [
    { name: 'Organization', type: 'string', jsonPath: '.spec.organizationId' },
    SPENT,
    { name: 'Cost-Center', type: 'string', jsonPath: '.spec.costCenter' },
  ],
  selectable: ['.spec.organizationId'],
  api: {
    path: 'organizations/{id}/business-units',
    permission: 'business_units',
    readers: 'staff',
    tag: 'Business units',
    noun: 'business unit',
    required: ['name'],
    example: { name: 'Research', slug: 'research', max_budget: 2_000, cost_center: 'CC-4711' },
    hasOwnRoutes: true,
  },
  enforcedBy: ['gateway', 'admin'],
  notEnforced: [{ field: 'costCenter' }],
});
