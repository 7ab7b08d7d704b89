import { Box, Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useCan } from '../../../api/runtime.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/kit/record-list-props.ts';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { GenerateReport } from './generate-report.tsx';
import { ReportState } from './report-state.tsx';
import { periodText, REPORTS, STATES, type Report } from './report.ts';
import { idInPath } from '../../../address/id-in-path.ts';

const COLUMNS: readonly RecordColumn<Report>[] = [
  {
    field: 'name',
    title: 'Name',
    isSortable: true,
    cell: ({ name }) => (
      <Box component="span" miw={120} display="inline-block">
        {name}
      </Box>
    ),
  },
  {
    field: 'period_start',
    title: 'Period',
    isSortable: true,
    cell: (report) => <Box miw={120}>{periodText(report)}</Box>,
  },
  { field: 'organization_id', title: 'Organization', isSortable: true },
  {
    field: 'total_cost',
    title: 'Spent',
    isNumber: true,
    isSortable: true,
    cell: ({ total_cost }) => <Usd value={total_cost} />,
  },
  {
    field: 'unallocated_cost',
    title: 'Not allocated',
    isNumber: true,
    isSortable: true,
    cell: ({ unallocated_cost }) => <Usd value={unallocated_cost} />,
  },
  {
    field: 'line_item_count',
    title: 'Lines',
    isNumber: true,
    isSortable: true,
    cell: ({ line_item_count }) => <Count value={line_item_count} />,
  },
  {
    field: 'status',
    title: 'State',
    isSortable: true,
    cell: ({ status }) => <ReportState status={status} />,
  },
  {
    field: 'created_at',
    title: 'Made',
    isSortable: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  { field: 'created_by', title: 'Made by', isHidden: true },
];

const FILTERS: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    title: 'State',
    options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
];

/** Reports of who pays for what; who may not read them comes to the rules, by which their teams pay. */
export function Page() {
  return useCan('chargeback:read') ? <Reports /> : <Navigate to="/allocation-rules" replace />;
}

function Reports() {
  const canWrite = useCan('chargeback:write');
  return (
    <Stack gap="xs">
      <PageTitle
        title="Chargeback reports"
        description="Who pays for what was spent in a period, by the allocation rules."
        actions={canWrite && <GenerateReport />}
      />
      <RecordList<Report>
        collection={REPORTS}
        nouns="reports"
        idOf={({ id }) => id}
        columns={COLUMNS}
        filters={FILTERS}
        isSearchable
        isOfOrganization
        linkOf={({ id }) => `/chargeback/${idInPath(id)}`}
        empty={
          <EmptyNote title="No reports yet">
            A report divides what was spent in a month among cost centers, projects and departments.
            A draft can be made again; a final report never changes.
          </EmptyNote>
        }
      />
    </Stack>
  );
}
