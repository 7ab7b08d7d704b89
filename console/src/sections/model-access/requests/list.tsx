import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordDetails } from '../../../records/record-details.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

interface AccessRequest {
  readonly id: string;
  readonly tier_id: string;
  readonly requested_by: string;
  readonly team_id: string | null;
  readonly justification: string | null;
  readonly status: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

const COLUMNS: readonly RecordColumn<AccessRequest>[] = [
  { field: 'created_at', title: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    field: 'tier_id',
    title: 'Tier',
    cell: ({ tier_id }) => <ObjectLink collection="/api/v1/model-access/tiers" id={tier_id} />,
  },
  { field: 'requested_by', title: 'Who' },
  {
    field: 'team_id',
    title: 'For team',
    cell: ({ team_id }) => <ObjectLink collection="/api/v1/teams" id={team_id} />,
  },
  { field: 'justification', title: 'Why' },
  { field: 'status', title: 'State' },
  { field: 'expires_at', title: 'Until', cell: ({ expires_at }) => <Moment at={expires_at} /> },
];

const FILTERS: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    title: 'State',
    options: [
      { value: 'pending', label: 'To decide' },
      { value: 'approved', label: 'Approved' },
      { value: 'denied', label: 'Denied' },
      { value: 'revoked', label: 'Revoked' },
      { value: 'expired', label: 'Over' },
    ],
  },
  { kind: 'object', name: 'tier_id', title: 'Tier', collection: '/api/v1/model-access/tiers' },
];

/** Requests for access to models. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Access requests"
      description="Who asked for access to which models, and what was decided."
    />
    <RecordList<AccessRequest>
      collection="/api/v1/model-access/requests"
      nouns="requests"
      idOf={(record) => record.id}
      columns={COLUMNS}
      filters={FILTERS}
      isOfOrganization
      Details={RecordDetails}
      empty={
        <EmptyNote title="No requests for access">
          Models in an access tier that needs approval are opened by such requests.
        </EmptyNote>
      }
    />
  </Stack>
);
