import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { collectionKey } from '../../../api/query-client.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import { usePathParam } from '../../../address/use-path-param.ts';
import { ObjectForm } from '../../../objects/form/object-form.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { pageOf } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NoRights } from '../../../ui/states/no-rights.tsx';
import { useUnitDefinition } from './use-unit-definition.ts';

/** A new business unit of an organization. */
export function Page() {
  const definition = useUnitDefinition();
  const { resource, purpose } = definition;
  const rights = useRights(resource);
  const organization = usePathParam('org');
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useKeptSearch();
  const open = ({ id }: ApiObject): void => {
    void client.invalidateQueries({ queryKey: collectionKey(resource.collection) });
    notifications.show({ message: 'Business unit created', color: 'teal' });
    void navigate({ to: pageOf(resource, id), search } as never);
  };
  if (!rights.create) return <NoRights what="make business units" />;
  return (
    <Stack maw={760}>
      <PageTitle
        title="New business unit"
        description={`${purpose} It will belong to ${organization}.`}
      />
      <ObjectForm definition={definition} onSaved={open} />
    </Stack>
  );
}
