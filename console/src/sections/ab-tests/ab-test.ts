import { createElement } from 'react';
import {
  choiceColumn,
  choiceFilter,
  countColumn,
  dateFilter,
  flagFilter,
  momentColumn,
  numberFilter,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { TestActions } from './actions/test-actions.tsx';
import { TestStatus } from './actions/test-status.tsx';
import { TestSummary } from './actions/test-summary.tsx';
import { STATES } from './actions/verbs.ts';
import { metricTitle } from './results/result-texts.ts';
import { ResultsTab } from './results/results-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.abTest,
  purpose:
    'An A/B test sends a part of the requests for a model to another one, and compares cost, speed, errors and what people say.',
  columns: [
    textColumn('base_model'),
    textColumn('variant_model'),
    countColumn('traffic_split_percent', 'Share (%)'),
    {
      ...textColumn('success_metric', 'Decided by'),
      cell: ({ success_metric: metric }) => metricTitle(metric),
    },
    {
      ...textColumn('status', 'Test'),
      cell: (object) => createElement(TestStatus, { object }),
    },
    { ...momentColumn('started_at', 'Started'), isHidden: true },
    { ...countColumn('min_requests', 'Requests at least'), isHidden: true },
    { ...choiceColumn('sticky_by', 'Stays by'), isHidden: true },
  ],
  filters: [
    {
      ...choiceFilter('status', Object.keys(STATES)),
      title: 'Test',
    },
    textFilter('base_model'),
    textFilter('variant_model'),
    choiceFilter('success_metric', ['cost_efficiency', 'latency', 'error_rate', 'feedback']),
    choiceFilter('sticky_by', ['user', 'key', 'request']),
    numberFilter('traffic_split_percent', 'Share (%)'),
    flagFilter('auto_promote', 'Promotes by itself'),
    flagFilter('auto_rollback', 'Rolls back by itself'),
    dateFilter(),
  ],
  groups: [
    { title: 'Test', fields: ['name', 'description', 'organization_id'] },
    {
      title: 'Models and traffic',
      fields: ['base_model', 'variant_model', 'traffic_split_percent', 'sticky_by'],
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
  tabs: [{ id: 'results', title: 'Results', Content: ResultsTab }],
  Actions: TestActions,
  Summary: TestSummary,
};
