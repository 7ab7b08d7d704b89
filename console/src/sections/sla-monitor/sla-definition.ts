import { createElement } from 'react';
import {
  countColumn,
  dateFilter,
  linkColumn,
  numberFilter,
  objectFilter,
  plainColumn,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { percentText } from '../../ui/text/format-number.ts';
import { ErrorBudget } from './definition/error-budget.tsx';
import { SlaMeasured } from './definition/sla-measured.tsx';
import { SlaState } from './definition/sla-state.tsx';
import { SlaSummary } from './definition/sla-summary.tsx';
import { SlaViolations } from './definition/sla-violations.tsx';
import { slaOf } from './definition/sla.ts';

const shareColumn = (field: 'target_error_rate' | 'target_availability', title: string) => ({
  ...countColumn(field, title),
  cell: (object: Parameters<typeof slaOf>[0]) => {
    const share = slaOf(object)[field];
    return share === undefined ? '' : percentText(share);
  },
});

export const definition: ObjectDefinition = {
  resource: RESOURCES.slaDefinition,
  purpose:
    'An SLA says how fast and how reliable models are to be. It is measured all the time, and whoever is named is told when it is broken.',
  columns: [
    linkColumn('provider', '/api/v1/providers'),
    textColumn('model_pattern', 'Models'),
    countColumn('target_p95_ms', 'Target latency (ms)'),
    { ...countColumn('target_ttft_ms', 'Target first token (ms)'), isHidden: true },
    shareColumn('target_error_rate', 'Target error rate'),
    { ...shareColumn('target_availability', 'Target availability'), isHidden: true },
    {
      ...plainColumn('observed', 'Now'),
      cell: (object) => createElement(SlaState, { object }),
    },
    {
      ...plainColumn('error_budget', 'Error budget'),
      cell: (object) =>
        createElement(ErrorBudget, { left: slaOf(object).observed?.error_budget_left }),
    },
  ],
  filters: [
    objectFilter('provider', '/api/v1/providers'),
    textFilter('model_pattern', 'Model pattern'),
    numberFilter('target_p95_ms', 'Target latency (ms)'),
    numberFilter('evaluation_window_minutes', 'Window (minutes)'),
    dateFilter(),
  ],
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
  tabs: [
    { id: 'measured', title: 'Measured', Content: SlaMeasured },
    { id: 'violations', title: 'Violations', Content: SlaViolations },
  ],
  Summary: SlaSummary,
};
