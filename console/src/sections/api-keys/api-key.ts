import {
  choiceFilter,
  linkColumn,
  momentColumn,
  objectFilter,
  organizationColumn,
  textColumn,
  usdColumn,
} from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.apiKey,
  purpose:
    'An API key opens the gateway for a program or a person. It says who pays, which models it may use, and how much.',
  columns: [
    linkColumn('team_id', '/api/v1/teams'),
    textColumn('user_id', 'User'),
    textColumn('role'),
    usdColumn('max_budget'),
    momentColumn('expires_at', 'Expires'),
    organizationColumn,
  ],
  filters: [
    objectFilter('team_id', '/api/v1/teams'),
    choiceFilter('role', [
      'platform_admin',
      'org_admin',
      'admin',
      'team_admin',
      'member',
      'finance',
      'viewer',
    ]),
  ],
  groups: [
    {
      title: 'Key',
      fields: [
        'name',
        'role',
        'organization_id',
        'team_id',
        'user_id',
        'business_unit_id',
        'expires_at',
      ],
    },
    { title: 'Models', fields: ['allowed_models'] },
    { title: 'Limits', fields: ['max_budget', 'budget_duration', 'rpm_limit', 'tpm_limit'] },
    { title: 'Notes', fields: ['metadata'] },
  ],
};
