import { Stack, Text } from '@mantine/core';
import {
  choiceColumn,
  countColumn,
  momentColumn,
  plainColumn,
  textColumn,
} from '../../../objects/kit/columns.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectTab } from '../../../objects/kit/object-definition.ts';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { pageOf, RESOURCES } from '../../../resources/resource-table.ts';
import { StateBadge } from '../../../ui/cells/state-badge.tsx';
import { BUDGET_COLUMNS } from '../../budgets/columns.tsx';
import { TEAM_ROLES } from '../../organizations/members/member.ts';
import { MembersPanel } from '../../organizations/members/members-panel.tsx';
import { UsagePanel } from '../../organizations/usage/usage-panel.tsx';
import { NewForTeam } from './new-for-team.tsx';

interface TeamProps {
  readonly object: ApiObject;
}

const NAME: RecordColumn<ApiObject> = {
  ...{ field: 'name', title: 'Name', isSortable: true },
  cell: ({ name, id }) => name ?? id,
};
const READY: RecordColumn<ApiObject> = {
  ...{ field: 'ready', title: 'State', isSortable: true },
  cell: (object) => <StateBadge object={object} />,
};

const Members = ({ object }: TeamProps) => (
  <MembersPanel resource={RESOURCES.team} object={object} roles={TEAM_ROLES} />
);

const Usage = ({ object }: TeamProps) => (
  <UsagePanel collection={RESOURCES.team.collection} id={object.id} />
);

const KEY_COLUMNS: readonly RecordColumn<ApiObject>[] = [
  NAME,
  plainColumn('key_prefix', 'Begins with'),
  textColumn('user_id', 'Person'),
  choiceColumn('role'),
  countColumn('rpm_limit'),
  momentColumn('expires_at', 'Expires'),
  READY,
];

const Keys = ({ object }: TeamProps) => (
  <Stack gap="sm">
    <NewForTeam resource={RESOURCES.apiKey} team={object} fields={{ team_id: object.id }} />
    <RecordList<ApiObject>
      collection={RESOURCES.apiKey.collection}
      nouns="API keys"
      idOf={({ id }) => id}
      columns={KEY_COLUMNS}
      query={{ team_id: object.id }}
      isSearchable
      linkOf={({ id }) => pageOf(RESOURCES.apiKey, id)}
      empty={<Text size="sm">No API key belongs to this team yet.</Text>}
    />
  </Stack>
);

const Budgets = ({ object }: TeamProps) => (
  <Stack gap="sm">
    <NewForTeam
      resource={RESOURCES.budget}
      team={object}
      fields={{ entity_type: 'team', entity_id: object.id }}
    />
    <RecordList<ApiObject>
      collection={RESOURCES.budget.collection}
      nouns="budgets"
      idOf={({ id }) => id}
      columns={[NAME, ...BUDGET_COLUMNS, READY]}
      query={{ entity_type: 'team', entity_id: object.id }}
      isSearchable
      linkOf={({ id }) => pageOf(RESOURCES.budget, id)}
      empty={
        <Text size="sm">
          No budget names this team. Budgets of its organization, of its keys and of the platform
          count its spend too, and so does the limit that the team itself may have.
        </Text>
      }
    />
  </Stack>
);

/** Parts of a team's page: its people, what it used, its keys and its budgets. */
export const TEAM_TABS: readonly ObjectTab[] = [
  { id: 'members', title: 'Members', permission: 'users:read', Content: Members },
  { id: 'usage', title: 'Usage', permission: 'usage:read', Content: Usage },
  { id: 'keys', title: 'API keys', permission: 'api_keys:read', Content: Keys },
  { id: 'budgets', title: 'Budgets', permission: 'budgets:read', Content: Budgets },
];
