import { choiceFilter, countColumn, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.rateLimitPolicy,
  purpose:
    'A rate limit bounds requests and tokens in a minute or a day, for a key, a user, a team, an organization, a model or all.',
  columns: [
    textColumn('scope'),
    textColumn('scope_value', 'Which'),
    countColumn('rpm_limit'),
    countColumn('tpm_limit'),
    countColumn('concurrent_limit', 'At a time'),
  ],
  filters: [choiceFilter('scope', ['global', 'organization', 'team', 'user', 'key', 'model'])],
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
};
