import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey, isOfObject } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import type { Resource } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { readableKind, resourceOfKind } from '../relations/readable-type.ts';
import { deleteObject, type Deletion } from './deletion.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

export interface DeleteFormProps {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly deletion: Deletion;
  readonly onClose: () => void;
  readonly onDeleted: () => Promise<void>;
}

type StoodOnDeletion = Extract<Deletion, { readonly outcome: 'stood-on' }>;

/** What goes, and the button that does it. Where others stand on the object, its name has to be typed. */
export function DeleteForm(props: DeleteFormProps) {
  const { resource, object, deletion, onClose } = props;
  const [typed, setTyped] = useState('');
  const remove = useDeletion(props);
  const stoodOn = deletion.outcome === 'stood-on' ? deletion : undefined;
  const name = typableName(object);
  const isBlocked =
    stoodOn !== undefined &&
    (stoodOn.cascadeProblem !== undefined || visibleText(typed) !== visibleText(name));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) remove.mutate();
      }}
    >
      <Stack gap="md">
        {stoodOn ? (
          <StoodOn deletion={stoodOn} noun={resource.noun} />
        ) : (
          <Text size="sm">Nothing else stands on it.</Text>
        )}
        <Text size="sm" fw={600}>
          This cannot be undone.
        </Text>
        {stoodOn && !stoodOn.cascadeProblem && (
          <TextInput
            label={visibleText(`Type “${name}” to delete it with all of these`)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {remove.error !== null && <ProblemAlert error={remove.error} title="Not deleted" />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" color="red" disabled={isBlocked} isBusy={remove.isPending}>
            {stoodOn ? 'Delete all of them' : 'Delete'}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

/** What is typed to delete an object: its name; its id where the name has signs that nobody can type. */
function typableName({ name, id }: ApiObject): string {
  return name !== undefined && visibleText(name) === name ? name : id;
}

function useDeletion({ resource, object, deletion, onDeleted }: DeleteFormProps) {
  const api = useApi();
  const client = useQueryClient();
  const { collection, noun } = resource;
  const isCascade = deletion.outcome === 'stood-on';
  return useMutation({
    mutationFn: () =>
      deleteObject(api, { collection, id: object.id }, { isCascade, isTrial: false }),
    onSuccess: async () => {
      notifications.show({
        message: visibleText(`The ${noun} ${object.name ?? object.id} is deleted.`),
        color: 'teal',
      });
      await onDeleted();
    },
    onSettled: async (_, error) => {
      // What went with it is of other kinds too.
      const queryKey = isCascade ? ['collection'] : collectionKey(collection);
      const isGone = (query: Query): boolean =>
        error === null && isOfObject(query.queryKey, collection, object.id);
      // What is gone is not asked for again.
      await client.invalidateQueries({ queryKey, predicate: isGone, refetchType: 'none' });
      await client.invalidateQueries({ queryKey, predicate: (query) => !isGone(query) });
    },
  });
}

function StoodOn({
  deletion,
  noun,
}: {
  readonly deletion: StoodOnDeletion;
  readonly noun: string;
}) {
  const { dependents, count, cascadeProblem } = deletion;
  const unseen = count - dependents.length;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {count === 1 ? 'One object stands' : `${count} objects stand`} on this {noun}:
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {dependents.map(({ kind, id }) => (
          <List.Item key={`${kind} ${id}`}>
            {readableKind(kind)}{' '}
            <ObjectLink collection={resourceOfKind(kind)?.collection ?? ''} id={id} />
          </List.Item>
        ))}
        {unseen > 0 && (
          <List.Item>{unseen} more that you may not see, or that are not listed</List.Item>
        )}
      </List>
      {cascadeProblem && (
        <Alert color="yellow" title="They cannot be deleted with it">
          {cascadeProblem.message}
        </Alert>
      )}
    </Stack>
  );
}
