import { plainColumn, textColumn, usdColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.organization,
  purpose:
    'An organization is a tenant: its teams, keys, models, budgets and policies are its own.',
  columns: [textColumn('slug'), usdColumn('max_budget'), plainColumn('allowed_models')],
  filters: [],
  groups: [
    { title: 'Organization', fields: ['name', 'slug', 'description'] },
    { title: 'Models and money', fields: ['allowed_models', 'max_budget'] },
    { title: 'Notes', fields: ['metadata'] },
  ],
};
