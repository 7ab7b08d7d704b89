import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import { useObject } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { BulkBar } from '../../../records/bulk/bulk-bar.tsx';
import { useMarks } from '../../../records/table/use-marks.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import {
  MOST_SHOWN,
  narrowed,
  saidOf,
  type OfferedModel,
  type OfferedModels,
} from './offered-models.ts';
import { OfferedTable } from './offered-table.tsx';

/** The models that a vendor offers, and Models made of those that are marked. The vendor is asked when somebody wants to know. */
export function OfferedTab({ object }: { readonly object: ApiObject }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, isFetching, isError, error, refetch } = useObject<OfferedModels>(
    RESOURCES.provider.collection,
    object.id,
    { below: '/models', enabled: isAsked },
  );
  if (object['type'] === 'simulated') {
    return (
      <Text size="sm">A simulation offers nothing: it answers for every Model that names it.</Text>
    );
  }
  const ask = (): void => {
    if (isAsked) void refetch();
    else setIsAsked(true);
  };
  return (
    <Stack gap="sm">
      <Group>
        <ActionButton variant="default" isBusy={isFetching} onClick={ask}>
          Ask what it offers
        </ActionButton>
      </Group>
      {!isAsked && (
        <Text size="sm" c="dimmed">
          The vendor is asked for its models, with this provider’s credential. Those that you mark
          become Models, with the prices and limits that are known of them.
        </Text>
      )}
      {isError && <ProblemAlert error={error} title="It cannot be asked" />}
      {data && <Offered models={data.models} />}
    </Stack>
  );
}

const idOf = ({ id }: OfferedModel): string => id;

function Offered({ models }: { readonly models: readonly OfferedModel[] }) {
  const api = useApi();
  const { create } = useRights(RESOURCES.model);
  const [typed, setTyped] = useState('');
  const marks = useMarks(idOf, '');
  const found = narrowed(models, typed);
  const shown = found.slice(0, MOST_SHOWN);
  const make = ({ body }: OfferedModel): Promise<unknown> =>
    api.request(RESOURCES.model.collection, { method: 'POST', body });
  return (
    <>
      <TextInput
        label="Find a model"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maw={360}
      />
      <Text size="sm" role="status">
        {saidOf(found)}
      </Text>
      <BulkBar
        collection={RESOURCES.model.collection}
        // What is made of them changes who serves them, which the provider's answer tells.
        also={[RESOURCES.provider.collection]}
        nouns="models"
        {...{ idOf, marks, shown }}
        actions={[{ title: 'Create models', run: make }]}
      />
      {shown.length > 0 && <OfferedTable models={shown} marks={create ? marks : undefined} />}
    </>
  );
}
