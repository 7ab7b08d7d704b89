import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Stack } from '@mantine/core';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { RecordList } from '../../../records/record-list.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { choiceText } from '../../../ui/text/choice-text.ts';

type Person = ApiSchemas['User'];

const COLUMNS: readonly RecordColumn<Person>[] = [
  {
    field: 'user_id',
    title: 'Person',
    isSortable: true,
    cell: ({ user_id, display_name }) => display_name ?? user_id,
  },
  { field: 'email', title: 'Email', isSortable: true },
  {
    field: 'organization_id',
    title: 'Organization',
    cell: ({ organization_id }) => (
      <ObjectLink collection={RESOURCES.organization.collection} id={organization_id} />
    ),
  },
  {
    field: 'roles',
    title: 'Roles',
    cell: ({ roles }) => roles.map(choiceText).join(', ') || <Dash />,
  },
  {
    field: 'team_ids',
    title: 'Teams',
    cell: ({ team_ids }) => team_ids.join(', ') || <Dash />,
  },
  {
    field: 'last_login_at',
    title: 'Last signed in',
    isSortable: true,
    cell: ({ last_login_at }) => <Moment at={last_login_at} />,
  },
];

/** Everybody who is known from a membership, a key or a login. */
export function Page() {
  return (
    <Stack gap="xs">
      <PageTitle
        title="People"
        description="Everybody who is known from a membership, an API key or a login. Roles are given in organizations and teams."
      />
      <RecordList<Person>
        collection="/api/v1/users"
        nouns="people"
        idOf={({ user_id, organization_id }) => `${organization_id ?? ''} ${user_id}`}
        columns={COLUMNS}
        isSearchable
        empty={
          <EmptyNote title="Nobody yet">
            Nobody is known yet. Add members to an organization, or let people sign in.
          </EmptyNote>
        }
      />
    </Stack>
  );
}
