import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { collectionKey } from '../../../api/query-client.ts';
import { keptOf, useSearchParams } from '../../../address/search-params.ts';
import { pageOf } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { NoRights } from '../../../ui/states/no-rights.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useFormSchema } from '../../schema/form-schemas.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { ObjectForm } from '../object-form.tsx';
import { CreatedObject } from './created-object.tsx';
import { onceShown } from './once-shown.ts';
import { prefill } from './prefill.ts';
import { TypedCommands } from './typed-commands.tsx';

/** The form for a new object. What is answered once is shown before anything else. */
export function NewObjectPage({ definition }: { readonly definition: ObjectDefinition }) {
  const { create } = useRights(definition.resource);
  if (!create) return <NoRights what={`make ${definition.resource.nouns}`} />;
  return <NewObject definition={definition} />;
}

function NewObject({ definition }: { readonly definition: ObjectDefinition }) {
  const { resource, purpose, Created } = definition;
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = useSearchParams();
  const schema = useFormSchema(resource)?.schema;
  const [created, setCreated] = useState<ApiObject>();
  const open = (id: string): void => {
    void navigate({ to: pageOf(resource, id), search: keptOf(params) } as never);
  };
  const onSaved = (answer: ApiObject): void => {
    void client.invalidateQueries({ queryKey: collectionKey(resource.collection) });
    notifications.show({ message: `${sentenceCase(resource.noun)} created`, color: 'teal' });
    if (Created || onceShown(answer) !== undefined) setCreated(answer);
    else open(answer.id);
  };
  if (created) {
    return (
      <CreatedObject definition={definition} answer={created} onDone={() => open(created.id)} />
    );
  }
  return (
    <Stack maw={760}>
      <PageTitle title={`New ${resource.noun}`} description={purpose} />
      {schema && (
        <ObjectForm
          definition={definition}
          initial={prefill(schema, params)}
          onSaved={onSaved}
          renderExtra={(values) => <TypedCommands {...{ resource, schema, values }} />}
        />
      )}
    </Stack>
  );
}
