import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordDetails } from '../../../records/record-details.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { durationText } from '../../../ui/cells/format-number.ts';
import { PageTitle } from '../../../ui/page-title.tsx';

interface RequestRecord {
  readonly id: string;
  readonly at: string;
  readonly key_id: string | null;
  readonly team_id: string | null;
  readonly model_asked: string | null;
  readonly model_served: string | null;
  readonly provider: string | null;
  readonly result: string;
  readonly status: number | null;
  readonly cost_usd: number | null;
  readonly latency_ms: number | null;
}

const COLUMNS: readonly RecordColumn<RequestRecord>[] = [
  { field: 'at', title: 'When', cell: ({ at }) => <Moment at={at} /> },
  {
    field: 'key_id',
    title: 'Key',
    cell: ({ key_id }) => <ObjectLink collection="/api/v1/api-keys" id={key_id} />,
  },
  {
    field: 'team_id',
    title: 'Team',
    cell: ({ team_id }) => <ObjectLink collection="/api/v1/teams" id={team_id} />,
  },
  { field: 'model_asked', title: 'Asked for' },
  { field: 'model_served', title: 'Answered by' },
  { field: 'provider', title: 'Provider', isHidden: true },
  { field: 'result', title: 'Result' },
  { field: 'status', title: 'Status' },
  {
    field: 'latency_ms',
    title: 'Took',
    isNumber: true,
    cell: ({ latency_ms: ms }) => (ms === null ? '' : durationText(ms)),
  },
  {
    field: 'cost_usd',
    title: 'Cost',
    isNumber: true,
    cell: ({ cost_usd: cost }) => <Usd value={cost} />,
  },
];

const FILTERS: readonly RecordFilter[] = [
  { kind: 'object', name: 'key', title: 'Key', collection: '/api/v1/api-keys' },
  { kind: 'object', name: 'team', title: 'Team', collection: '/api/v1/teams' },
  { kind: 'text', name: 'user', title: 'User' },
  { kind: 'text', name: 'model', title: 'Model' },
  { kind: 'text', name: 'status', title: 'Status' },
  { kind: 'text', name: 'policy', title: 'Policy' },
  { kind: 'text', name: 'tag', title: 'Tag (name=value)' },
];

/** Requests with what became of them. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Requests"
      description="What the gateway decided of each request, what became of it, and what it cost. Prompts and answers are not kept."
    />
    <RecordList<RequestRecord>
      collection="/api/v1/requests"
      nouns="requests"
      idOf={(record) => record.id}
      columns={COLUMNS}
      filters={FILTERS}
      isTimed
      isSearchable
      Details={RecordDetails}
      refetchMs={10000}
      empty={
        <EmptyNote title="No requests in this time">
          Requests that clients send to the gateway stand here a second later.
        </EmptyNote>
      }
    />
  </Stack>
);
