import {
  dateFilter,
  flagFilter,
  linkColumn,
  objectFilter,
  organizationColumn,
  allowedModelsColumn,
  textColumn,
  textFilter,
  usdColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { BULK_BLOCK } from './actions/bulk-block.ts';
import { KeyActions } from './actions/key-actions.tsx';
import { KeySummary } from './actions/key-summary.tsx';
import { KeySecret } from './created-key/key-secret.tsx';
import { UseTab } from './created-key/use-tab.tsx';
import { blockedColumn, expiryColumn, roleColumn, spendColumn } from './key-columns.tsx';
import { KeyRole, roleFilter } from './key-role.tsx';
import { UsageTab } from './usage/usage-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.apiKey,
  purpose:
    'An API key opens the gateway for a program or a person. It says who pays, which models it may use, and how much.',
  columns: [
    linkColumn('team_id', '/api/v1/teams'),
    textColumn('user_id', 'User'),
    roleColumn,
    spendColumn,
    usdColumn('max_budget', 'Budget'),
    expiryColumn,
    blockedColumn,
    { ...textColumn('key_prefix', 'Begins with'), isHidden: true },
    { ...allowedModelsColumn('Models'), isHidden: true },
    organizationColumn,
  ],
  filters: [
    objectFilter('team_id', '/api/v1/teams'),
    textFilter('user_id', 'User'),
    roleFilter,
    flagFilter('blocked', 'Blocked'),
    dateFilter(),
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
  controls: { role: KeyRole },
  tabs: [
    { id: 'usage', title: 'Usage', Content: UsageTab },
    { id: 'use', title: 'Use it', Content: UseTab },
  ],
  bulkActions: BULK_BLOCK,
  Actions: KeyActions,
  Summary: KeySummary,
  Created: KeySecret,
};
