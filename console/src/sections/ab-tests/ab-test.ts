import { countColumn, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.abTest,
  purpose:
    'An A/B test sends a part of the requests for a model to another one, and compares cost, speed, errors and what people say.',
  columns: [
    textColumn('base_model'),
    textColumn('variant_model'),
    countColumn('traffic_split_percent', 'Share (%)'),
    textColumn('success_metric', 'Decided by'),
  ],
  filters: [],
  groups: [
    {
      title: 'Test',
      fields: [
        'name',
        'description',
        'organization_id',
        'base_model',
        'variant_model',
        'traffic_split_percent',
        'sticky_by',
      ],
    },
    {
      title: 'How it is decided',
      fields: [
        'success_metric',
        'min_requests',
        'promotion_threshold',
        'rollback_threshold',
        'auto_promote',
        'auto_rollback',
      ],
    },
  ],
};
