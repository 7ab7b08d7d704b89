import { Text } from '@mantine/core';
import { countColumn, usdColumn } from '../../../objects/kit/columns.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectTab } from '../../../objects/kit/object-definition.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { pageOf, RESOURCES } from '../../../resources/resource-table.ts';
import { ORGANIZATION_ROLES } from '../members/member.ts';
import { MembersPanel } from '../members/members-panel.tsx';
import { UsagePanel } from '../usage/usage-panel.tsx';
import { SsoTab } from '../sso/sso-tab.tsx';
import { UnitsTab } from './units-tab.tsx';

interface OrganizationProps {
  readonly object: ApiObject;
}

const Members = ({ object }: OrganizationProps) => (
  <MembersPanel resource={RESOURCES.organization} object={object} roles={ORGANIZATION_ROLES} />
);

const Usage = ({ object }: OrganizationProps) => (
  <UsagePanel collection={RESOURCES.organization.collection} id={object.id} />
);

const Teams = ({ object }: OrganizationProps) => (
  <RecordList<ApiObject>
    collection={RESOURCES.team.collection}
    nouns="teams"
    idOf={({ id }) => id}
    columns={[
      { field: 'name', title: 'Name', isSortable: true, cell: ({ name, id }) => name ?? id },
      { field: 'business_unit_id', title: 'Business unit', isSortable: true },
      usdColumn('max_budget'),
      countColumn('rpm_limit'),
    ]}
    query={{ organization_id: object.id }}
    isSearchable
    linkOf={({ id }) => pageOf(RESOURCES.team, id)}
    empty={<Text size="sm">No team belongs to this organization yet.</Text>}
  />
);

/** Parts of an organization's page, besides those that all objects have. */
export const ORGANIZATION_TABS: readonly ObjectTab[] = [
  {
    ...{ id: 'units', title: 'Business units', permission: 'business_units:read' },
    Content: UnitsTab,
  },
  { id: 'teams', title: 'Teams', permission: 'teams:read', Content: Teams },
  { id: 'members', title: 'Members', permission: 'users:read', Content: Members },
  { id: 'usage', title: 'Usage', permission: 'usage:read', Content: Usage },
  { id: 'sso', title: 'Single sign-on', permission: 'organizations:write', Content: SsoTab },
];
