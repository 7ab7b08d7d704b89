import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApi, useCan } from '../../../api/runtime.tsx';
import type {
  BulkAction,
  RecordColumn,
  RecordFilter,
} from '../../../records/kit/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ViolationDetails, violationPath } from './violation-details.tsx';
import { METRICS, metricText, VIOLATIONS, type Violation } from './violation.ts';

const { collection: DEFINITIONS } = RESOURCES.slaDefinition;

const COLORS = {
  ...{ warning: 'yellow', critical: 'red' },
  ...{ open: 'red', acknowledged: 'yellow', resolved: 'teal' },
} as const;

const LABELS = {
  ...{ warning: 'Warning', critical: 'Critical' },
  ...{ open: 'Open', acknowledged: 'Acknowledged', resolved: 'Resolved' },
} as const;

const Label = ({ of }: { readonly of: keyof typeof LABELS }) => (
  <Badge variant="light" color={COLORS[of]}>
    {LABELS[of]}
  </Badge>
);

const COLUMNS: readonly RecordColumn<Violation>[] = [
  { field: 'started_at', title: 'Since', cell: ({ started_at }) => <Moment at={started_at} /> },
  {
    field: 'sla_id',
    title: 'SLA',
    cell: ({ sla_id }) => <ObjectLink collection={DEFINITIONS} id={sla_id} />,
  },
  { field: 'model', title: 'Model' },
  { field: 'provider', title: 'Provider' },
  { field: 'metric', title: 'Figure', cell: ({ metric }) => METRICS[metric] },
  {
    field: 'actual',
    title: 'Was',
    isNumber: true,
    cell: ({ metric, actual }) => metricText(metric, actual),
  },
  {
    field: 'target',
    title: 'Target',
    isNumber: true,
    cell: ({ metric, target }) => metricText(metric, target),
  },
  { field: 'severity', title: 'Severity', cell: ({ severity }) => <Label of={severity} /> },
  { field: 'status', title: 'State', cell: ({ status }) => <Label of={status} /> },
  { field: 'organization_id', title: 'Organization', isHidden: true },
  {
    field: 'resolved_at',
    title: 'Resolved',
    isHidden: true,
    cell: ({ resolved_at }) => <Moment at={resolved_at} />,
  },
];

const optionsOf = (values: readonly (keyof typeof LABELS)[]) =>
  values.map((value) => ({ value, label: LABELS[value] }));

const OF_SLA: RecordFilter = {
  ...{ kind: 'object', name: 'sla_id', title: 'SLA', collection: DEFINITIONS },
};

const FILTERS: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    title: 'State',
    options: optionsOf(['open', 'acknowledged', 'resolved']),
  },
  {
    kind: 'choice',
    name: 'severity',
    title: 'Severity',
    options: optionsOf(['warning', 'critical']),
  },
  { kind: 'text', name: 'model', title: 'Model' },
];

export interface ViolationListProps {
  /** Id of the only SLA whose violations are shown; undefined: of all. */
  readonly sla?: string;
  readonly empty: ReactNode;
}

/** Targets that were missed: which, by how much, and who takes care of it. */
export function ViolationList({ sla, empty }: ViolationListProps) {
  const bulkActions = useBulkActions();
  const isOne = sla !== undefined;
  return (
    <RecordList<Violation>
      collection={VIOLATIONS}
      nouns="violations"
      idOf={({ id }) => id}
      columns={isOne ? COLUMNS.filter(({ field }) => field !== 'sla_id') : COLUMNS}
      filters={isOne ? FILTERS : [...FILTERS, OF_SLA]}
      {...(isOne ? { query: { sla_id: sla } } : {})}
      Details={ViolationDetails}
      bulkActions={bulkActions}
      refetchMs={15_000}
      empty={empty}
    />
  );
}

function useBulkActions(): readonly BulkAction<Violation>[] {
  const api = useApi();
  const canDecide = useCan('sla_definitions:write');
  if (!canDecide) return [];
  return [
    {
      title: 'Acknowledge',
      run: (violation) => api.json(violationPath(violation, 'acknowledge'), { method: 'POST' }),
    },
    {
      title: 'Resolve',
      question: (count) => `Resolve ${count} ${count === 1 ? 'violation' : 'violations'}?`,
      run: (violation) => api.json(violationPath(violation, 'resolve'), { method: 'POST' }),
    },
  ];
}
