import { countColumn, plainColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.accessTier,
  purpose:
    'An access tier closes models to everybody who has not been granted access. Requests for it are decided by its administrators.',
  columns: [
    plainColumn('models'),
    plainColumn('model_tiers'),
    plainColumn('requires_approval', 'Needs approval'),
    countColumn('max_grant_duration_days', 'Longest grant (days)'),
  ],
  filters: [],
  groups: [
    { title: 'Tier', fields: ['name', 'description', 'organization_id'] },
    { title: 'Models', fields: ['models', 'model_tiers'] },
    {
      title: 'Requests',
      fields: ['requires_approval', 'requires_justification', 'max_grant_duration_days'],
    },
  ],
};
