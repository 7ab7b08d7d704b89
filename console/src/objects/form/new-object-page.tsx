import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { collectionKey } from '../../api/query-client.ts';
import { keptOf, useSearchParams } from '../../app/search-params.ts';
import { pageOf } from '../../resources/resource-table.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { CreatedKey } from './created-key.tsx';
import type { ApiObject, ObjectDefinition } from '../object-definition.ts';
import { sentenceCase } from '../text.ts';
import { ObjectForm } from './object-form.tsx';

/** The form for a new object. One that answers a secret shows it, once, before anything else. */
export function NewObjectPage({ definition }: { readonly definition: ObjectDefinition }) {
  const { resource } = definition;
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = useSearchParams();
  const [created, setCreated] = useState<ApiObject>();
  const open = (id: string): void => {
    void navigate({ to: pageOf(resource, id), search: keptOf(params) } as never);
  };
  const onSaved = (answer: ApiObject): void => {
    void client.invalidateQueries({ queryKey: collectionKey(resource.collection) });
    notifications.show({ message: `${sentenceCase(resource.noun)} created`, color: 'teal' });
    if (secretOf(answer) === undefined) open(answer.id);
    else setCreated(answer);
  };
  if (created) {
    return <CreatedKey secret={secretOf(created) ?? ''} onDone={() => open(created.id)} />;
  }
  const organization = params['org'];
  return (
    <Stack maw={760}>
      <PageTitle title={`New ${resource.noun}`} description={definition.purpose} />
      <ObjectForm
        definition={definition}
        initial={organization === undefined ? {} : { organization_id: organization }}
        onSaved={onSaved}
      />
    </Stack>
  );
}

/** What is answered this once. */
const secretOf = (answer: ApiObject): string | undefined =>
  [answer['key'], answer['secret']].find((value): value is string => typeof value === 'string');
