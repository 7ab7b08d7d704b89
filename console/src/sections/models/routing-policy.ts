import {
  activeColumn,
  activeFilter,
  choiceFilter,
  countColumn,
  plainColumn,
  textColumn,
} from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.routingPolicy,
  purpose:
    'A routing policy says which requests are allowed, refused or sent elsewhere. Policies are looked at by priority, the highest first.',
  columns: [
    countColumn('priority'),
    textColumn('action'),
    textColumn('condition'),
    plainColumn('target_models'),
    activeColumn,
  ],
  filters: [choiceFilter('action', ['permit', 'deny', 'prefer']), activeFilter],
  groups: [
    {
      title: 'Policy',
      fields: ['name', 'description', 'organization_id', 'priority', 'is_active'],
    },
    { title: 'When', fields: ['condition', 'policy_type', 'config'] },
    { title: 'Then', fields: ['action', 'target_models'] },
  ],
};
