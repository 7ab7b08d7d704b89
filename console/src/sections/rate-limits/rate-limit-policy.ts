import {
  choiceColumn,
  choiceFilter,
  countColumn,
  dateFilter,
  numberFilter,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { UseTab } from './use/use-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.rateLimitPolicy,
  purpose:
    'A rate limit bounds requests and tokens in a minute or a day, for a key, a user, a team, an organization, a model or all.',
  columns: [
    choiceColumn('scope'),
    textColumn('scope_value', 'Which'),
    countColumn('rpm_limit', 'Requests a minute'),
    countColumn('tpm_limit', 'Tokens a minute'),
    { ...countColumn('rpd_limit', 'Requests a day'), isHidden: true },
    { ...countColumn('tpd_limit', 'Tokens a day'), isHidden: true },
    countColumn('concurrent_limit', 'At a time'),
    { ...countColumn('priority'), isHidden: true },
    { ...countColumn('burst_multiplier'), isHidden: true },
    { ...textColumn('description'), isHidden: true },
  ],
  filters: [
    choiceFilter('scope', ['global', 'organization', 'team', 'user', 'key', 'model']),
    textFilter('scope_value', 'Which'),
    numberFilter('rpm_limit', 'Requests a minute'),
    numberFilter('tpm_limit', 'Tokens a minute'),
    dateFilter(),
  ],
  groups: [
    {
      title: 'Who',
      fields: ['name', 'description', 'organization_id', 'scope', 'scope_value', 'priority'],
    },
    {
      title: 'How much',
      fields: ['rpm_limit', 'tpm_limit', 'rpd_limit', 'tpd_limit', 'concurrent_limit'],
    },
    { title: 'Bursts', fields: ['burst_multiplier', 'burst_window_seconds'] },
  ],
  tabs: [{ id: 'use', title: 'Current use', permission: 'limits:read', Content: UseTab }],
};
