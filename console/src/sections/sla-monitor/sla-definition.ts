import { countColumn, linkColumn, objectFilter, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.slaDefinition,
  purpose:
    'An SLA says how fast and how reliable models are to be. It is measured all the time, and whoever is named is told when it is broken.',
  columns: [
    linkColumn('provider', '/api/v1/providers'),
    textColumn('model_pattern', 'Models'),
    countColumn('target_p95_ms'),
    countColumn('target_error_rate'),
  ],
  filters: [objectFilter('provider', '/api/v1/providers')],
  groups: [
    { title: 'SLA', fields: ['name', 'organization_id', 'provider', 'model_pattern'] },
    {
      title: 'Targets',
      fields: [
        'target_p50_ms',
        'target_p95_ms',
        'target_p99_ms',
        'target_error_rate',
        'target_availability',
        'target_ttft_ms',
      ],
    },
    {
      title: 'How it is measured and told',
      fields: ['evaluation_window_minutes', 'alert_channels'],
    },
  ],
};
