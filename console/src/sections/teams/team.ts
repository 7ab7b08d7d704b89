import {
  countColumn,
  linkColumn,
  plainColumn,
  textColumn,
  usdColumn,
} from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.team,
  purpose: 'A team is a group of people and keys that share models, limits and cost.',
  columns: [
    linkColumn('organization_id', '/api/v1/organizations'),
    usdColumn('max_budget'),
    textColumn('budget_duration'),
    countColumn('rpm_limit'),
    plainColumn('allowed_models'),
  ],
  filters: [],
  groups: [
    {
      title: 'Team',
      fields: ['name', 'slug', 'description', 'organization_id', 'business_unit_id'],
    },
    { title: 'Models', fields: ['allowed_models'] },
    { title: 'Limits', fields: ['max_budget', 'budget_duration', 'rpm_limit', 'tpm_limit'] },
    { title: 'Notes', fields: ['metadata'] },
  ],
};
