import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../../api/runtime.tsx';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { pageOf } from '../../../resources/resource-table.ts';
import { OwnerBadge } from '../../../ui/cells/owner-badge.tsx';
import { StateBadge } from '../../../ui/cells/state-badge.tsx';
import { UNIT_COLUMNS, unitResource } from '../business-units/unit-definition.ts';

/** The business units of an organization, each leading to its page. */
export function UnitsTab({ object }: { readonly object: ApiObject }) {
  const resource = unitResource(object.id);
  const canWrite = useCan('business_units:write');
  return (
    <Stack gap="sm">
      {canWrite && <NewUnit page={resource.page} />}
      <RecordList<ApiObject>
        collection={resource.collection}
        nouns={resource.nouns}
        idOf={({ id }) => id}
        columns={[
          { field: 'name', title: 'Name', isSortable: true, cell: ({ name, id }) => name ?? id },
          ...UNIT_COLUMNS,
          {
            field: 'managed_by',
            title: 'Owner',
            isSortable: true,
            cell: (unit) => <OwnerBadge object={unit} />,
          },
          {
            field: 'ready',
            title: 'State',
            isSortable: true,
            cell: (unit) => <StateBadge object={unit} />,
          },
        ]}
        isSearchable
        linkOf={({ id }) => pageOf(resource, id)}
        empty={
          <Text size="sm">
            There is no business unit yet. One has teams, a limit on what they spend, and a cost
            center of its own.
          </Text>
        }
      />
    </Stack>
  );
}

function NewUnit({ page }: { readonly page: string }) {
  const search = useKeptSearch();
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        renderRoot={(props) => <Link {...props} to={`${page}/_new`} search={search as never} />}
      >
        New business unit
      </Button>
    </Group>
  );
}
