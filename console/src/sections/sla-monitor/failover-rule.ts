import { createElement } from 'react';
import {
  countColumn,
  dateFilter,
  numberFilter,
  plainColumn,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { FailoverState } from './failover/failover-state.tsx';
import { FailoverSummary } from './failover/failover-summary.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.failoverRule,
  purpose:
    'A failover rule moves the requests for a model to another one while the first is slow or fails, and back again.',
  columns: [
    textColumn('source_model', 'From'),
    textColumn('target_model', 'To'),
    textColumn('trigger_condition', 'When'),
    countColumn('cooldown_minutes'),
    {
      ...plainColumn('observed', 'Now'),
      cell: (object) => createElement(FailoverState, { object }),
    },
  ],
  filters: [
    textFilter('source_model', 'From'),
    textFilter('target_model', 'To'),
    numberFilter('cooldown_minutes'),
    dateFilter(),
  ],
  groups: [
    { title: 'Rule', fields: ['name', 'organization_id', 'source_model', 'target_model'] },
    { title: 'When', fields: ['trigger_condition', 'cooldown_minutes'] },
  ],
  Summary: FailoverSummary,
};
