import { Text } from '@mantine/core';
import { countColumn, usdColumn } from '../../../objects/kit/columns.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectTab } from '../../../objects/kit/object-definition.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { pageOf, RESOURCES } from '../../../resources/resource-table.ts';

const Teams = ({ object }: { readonly object: ApiObject }) => (
  <RecordList<ApiObject>
    collection={RESOURCES.team.collection}
    nouns="teams"
    idOf={({ id }) => id}
    columns={[
      { field: 'name', title: 'Name', isSortable: true, cell: ({ name, id }) => name ?? id },
      usdColumn('max_budget'),
      countColumn('rpm_limit'),
    ]}
    query={{ business_unit_id: object.id }}
    isSearchable
    linkOf={({ id }) => pageOf(RESOURCES.team, id)}
    empty={<Text size="sm">No team belongs to this business unit yet.</Text>}
  />
);

/** Parts of a business unit's page, besides those that all objects have. */
export const UNIT_TABS: readonly ObjectTab[] = [
  { id: 'teams', title: 'Teams', permission: 'teams:read', Content: Teams },
];
