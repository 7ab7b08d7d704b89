import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/runtime.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { Resource } from '../../../resources/resource-table.ts';
import { DeleteForm } from './delete-form.tsx';
import { tryDeletion, type Deletion } from './deletion.ts';

export interface DeleteDialogProps {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Leaves the page of what is not there any more. */
  readonly onDeleted: () => Promise<void>;
}

/** Asks before an object is deleted, and tells what stands on it. */
export function DeleteDialog({ opened, onClose, ...rest }: DeleteDialogProps) {
  const { resource, object } = rest;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={visibleText(`Delete the ${resource.noun} ${object.name ?? object.id}?`)}
    >
      <Trial {...rest} onClose={onClose} />
    </Modal>
  );
}

function Trial({ resource, object, onClose, onDeleted }: Omit<DeleteDialogProps, 'opened'>) {
  const api = useApi();
  const { collection } = resource;
  const { data, error, refetch } = useQuery({
    // What stood on it a moment ago does not count.
    queryKey: ['deletion', collection, object.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => tryDeletion(api, { collection, id: object.id }),
  });
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Stack gap="xs" role="status" aria-busy="true">
        <Text size="sm">Looking for what stands on it …</Text>
        <Skeleton height={60} />
      </Stack>
    );
  }
  const refusal = refusalOf(data, resource);
  if (refusal) return refusal;
  return (
    <DeleteForm
      resource={resource}
      object={object}
      deletion={data}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  );
}

function refusalOf(deletion: Deletion, { noun }: Resource) {
  if (deletion.outcome === 'refused') {
    return <ProblemAlert error={deletion.problem} title="It cannot be deleted" />;
  }
  if (deletion.outcome !== 'owned') return undefined;
  return (
    <Text size="sm">
      {deletion.owner} owns this {noun}. Remove it there; deleted here, it would come back.
    </Text>
  );
}
