import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordDetails } from '../../../records/record-details.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { sentenceCase } from '../../../objects/text.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

interface Person {
  readonly user_id: string;
  readonly organization_id: string | null;
  readonly email: string | null;
  readonly display_name: string | null;
  readonly roles: readonly string[];
  readonly team_ids: readonly string[];
  readonly last_login_at: string | null;
}

const COLUMNS: readonly RecordColumn<Person>[] = [
  { field: 'user_id', title: 'User' },
  { field: 'display_name', title: 'Name' },
  { field: 'email', title: 'E-mail' },
  {
    field: 'organization_id',
    title: 'Organization',
    cell: ({ organization_id }) => (
      <ObjectLink collection="/api/v1/organizations" id={organization_id} />
    ),
  },
  { field: 'team_ids', title: 'Teams' },
  {
    field: 'roles',
    title: 'Roles',
    cell: ({ roles }) => roles.map((role) => sentenceCase(role.replaceAll('_', ' '))).join(', '),
  },
  {
    field: 'last_login_at',
    title: 'Last signed in',
    cell: ({ last_login_at }) => <Moment at={last_login_at} />,
  },
];

const FILTERS: readonly RecordFilter[] = [];

/** People who signed in or are members. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="People"
      description="Who has signed in, or is a member of an organization or a team."
    />
    <RecordList<Person>
      collection="/api/v1/users"
      nouns="people"
      idOf={(record) => record.user_id}
      columns={COLUMNS}
      filters={FILTERS}
      isSearchable
      Details={RecordDetails}
      empty={
        <EmptyNote title="Nobody yet">
          People come in by single sign-on, or as members of organizations and teams.
        </EmptyNote>
      }
    />
  </Stack>
);
