import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useUser } from '../../api/runtime.tsx';
import { useRights } from '../../resources/use-rights.ts';
import type { RecordColumn } from '../../records/kit/record-list-props.ts';
import { RecordList } from '../../records/record-list.tsx';
import { pageOf } from '../../resources/resource-table.ts';
import { Moment } from '../../ui/cells/moment.tsx';
import { OwnerBadge } from '../../ui/cells/owner-badge.tsx';
import { StateBadge } from '../../ui/cells/state-badge.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import type { ObjectDefinition } from '../kit/object-definition.ts';
import { sentenceCase } from '../../ui/text/text.ts';
import { EmptyList } from './empty-list.tsx';
import { NewButton } from './new-button.tsx';
import { useBulkActions } from './bulk-actions.ts';

export interface ObjectListPageProps {
  readonly definition: ObjectDefinition;
}

/** The list of a kind of object. */
export function ObjectListPage({ definition }: ObjectListPageProps) {
  const { resource, filters } = definition;
  const unlisted = useUnlisted(definition);
  const rights = useRights(resource);
  const canCreate = rights.create && definition.isReadOnly !== true;
  const columns = useMemo(() => columnsOf(definition), [definition]);
  return (
    <Stack gap="xs">
      <PageTitle
        title={sentenceCase(resource.nouns)}
        description={[definition.purpose, unlisted].filter(Boolean).join(' ')}
        actions={canCreate && <NewButton definition={definition} />}
      />
      <RecordList<ApiObject>
        collection={resource.collection}
        nouns={resource.nouns}
        idOf={({ id }) => id}
        columns={columns}
        filters={[...filters, OWNER, STATE]}
        isSearchable
        isOfOrganization={hasOrganization(definition)}
        linkOf={({ id }) => pageOf(resource, id)}
        bulkActions={useBulkActions(definition, rights)}
        empty={
          <EmptyList
            definition={definition}
            canWrite={canCreate}
            isPartial={unlisted !== undefined}
          />
        }
      />
    </Stack>
  );
}

/** What is said of the objects that somebody may use and does not see; undefined: they see all. */
function useUnlisted({ unlisted }: ObjectDefinition): string | undefined {
  return useUser().role === 'platform_admin' ? undefined : unlisted;
}

const OWNER = {
  kind: 'choice',
  name: 'managed_by',
  title: 'Owner',
  options: [
    { value: 'api', label: 'Console or API' },
    { value: 'kubectl', label: 'kubectl' },
    { value: 'helm', label: 'Helm' },
    { value: 'argocd', label: 'Argo CD' },
    { value: 'flux', label: 'Flux' },
  ],
} as const;

const STATE = {
  kind: 'choice',
  name: 'ready',
  title: 'State',
  options: [
    { value: 'true', label: 'Ready' },
    { value: 'false', label: 'Not ready' },
  ],
} as const;

/** Objects that belong to organizations are narrowed by the one that the header names. */
const hasOrganization = ({ groups }: ObjectDefinition): boolean =>
  groups.some(({ fields }) => fields.includes('organization_id'));

/** What people call an object, and its id; kinds without a name are called by their ids. */
function namesOf({ groups, isIdShown = false }: ObjectDefinition): RecordColumn<ApiObject>[] {
  if (!groups.some(({ fields }) => fields.includes('name'))) {
    return [{ field: 'id', title: 'Name', isSortable: true, cell: ({ name, id }) => name ?? id }];
  }
  return [
    { field: 'name', title: 'Name', isSortable: true, cell: ({ name, id }) => name ?? id },
    { field: 'id', title: 'Id', isSortable: true, isHidden: !isIdShown },
  ];
}

const columnsOf = (definition: ObjectDefinition): RecordColumn<ApiObject>[] => [
  ...namesOf(definition),
  ...definition.columns,
  {
    field: 'managed_by',
    title: 'Owner',
    isSortable: true,
    cell: (object) => <OwnerBadge object={object} />,
  },
  {
    field: 'ready',
    title: 'State',
    isSortable: true,
    cell: (object) => <StateBadge object={object} />,
  },
  {
    field: 'updated_at',
    title: 'Changed',
    isSortable: true,
    cell: ({ updated_at }) => <Moment at={updated_at} />,
  },
  {
    field: 'created_at',
    title: 'Created',
    isSortable: true,
    isHidden: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
];
