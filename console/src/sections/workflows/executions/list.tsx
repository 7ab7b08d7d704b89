import { Stack } from '@mantine/core';
import { idInPath } from '../../../address/id-in-path.ts';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/kit/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { EXECUTIONS, lookOf, STATES, type Execution } from '../execution/execution.ts';

const COLUMNS: readonly RecordColumn<Execution>[] = [
  { field: 'template', title: 'Workflow' },
  {
    ...{ field: 'status', title: 'State' },
    cell: ({ status }) => <ToneBadge {...lookOf(status)} />,
  },
  {
    ...{ field: 'created_at', title: 'Asked for' },
    cell: ({ created_at: at }) => <Moment at={at} />,
  },
  { ...{ field: 'ended_at', title: 'Ended' }, cell: ({ ended_at: at }) => <Moment at={at} /> },
  { field: 'started_by', title: 'By' },
  {
    ...{ field: 'total_tokens', title: 'Tokens', isNumber: true },
    cell: ({ total_tokens: tokens }) => <Count value={tokens} />,
  },
  {
    ...{ field: 'total_cost', title: 'Cost', isNumber: true },
    cell: ({ total_cost: cost }) => <Usd value={cost} />,
  },
  {
    ...{ field: 'organization_id', title: 'Organization', isHidden: true },
    cell: ({ organization_id: id }) => (
      <ObjectLink collection={RESOURCES.organization.collection} id={id} />
    ),
  },
  { field: 'id', title: 'ID', isHidden: true },
];

const FILTERS: readonly RecordFilter[] = [
  {
    ...{ kind: 'choice', name: 'status', title: 'State' },
    options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
  { ...{ kind: 'text', name: 'template', title: 'Workflow', placeholder: 'Workflow is' } },
];

/** Executions are not told of as objects are: the list is read anew so often, ms. */
const EVERY_MS = 10_000;

/** What was executed, newest first. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Executions"
      description="What became of each run of a workflow, and what it cost."
    />
    <RecordList<Execution>
      collection={EXECUTIONS}
      nouns="executions"
      idOf={({ id }) => id}
      linkOf={({ id }) => `/executions/${idInPath(id)}`}
      columns={COLUMNS}
      filters={FILTERS}
      refetchMs={EVERY_MS}
      empty={
        <EmptyNote title="No executions yet">
          A workflow is run by its page, by a program, or by another workflow. Each run stands here
          with its steps.
        </EmptyNote>
      }
    />
  </Stack>
);
