import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { objectPath } from '../../../api/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import type { Versioned } from '../../../api/versioned.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { bodyOf, patchOf, type FormValues } from '../../form/form-values.ts';
import type { ApiObject, ObjectDefinition } from '../../object-definition.ts';
import { ownFields } from '../../to-manifest.ts';
import type { Tree } from '../merge/tree.ts';
import { StaleWrite } from '../stale-write.tsx';
import { isStale } from '../write-problems.ts';
import type { Begun } from './use-editing.ts';

export interface StaleFormProps {
  readonly definition: ObjectDefinition;
  readonly begun: Begun;
  readonly now: Versioned<ApiObject>;
  /** What was to be saved. */
  readonly values: FormValues;
  readonly onTakeTheirs: () => void;
  readonly onSaved: () => void;
  /** Somebody else saved once more. */
  readonly onStale: () => void;
}

/** A form that could not be saved, since somebody else had saved before: the three states, and the ways on. */
export function StaleForm(props: StaleFormProps) {
  const { definition, begun, now, values, onTakeTheirs, onSaved, onStale } = props;
  const api = useApi();
  const save = useMutation({
    mutationFn: (merged: Tree) =>
      api.json<ApiObject>(objectPath(definition.resource.collection, now.object.id), {
        method: 'PATCH',
        body: patchOf(ownFields(now.object), merged),
        ...(now.tag !== undefined && { headers: { 'If-Match': now.tag } }),
      }),
    onSuccess: onSaved,
    onError: (error) => {
      if (isStale(error)) onStale();
    },
  });
  return (
    <Stack gap="md">
      {save.error !== null && <ProblemAlert error={save.error} title="Not saved" />}
      <StaleWrite
        base={ownFields(begun.version.object)}
        theirs={ownFields(now.object)}
        mine={bodyOf(values)}
        onTakeTheirs={onTakeTheirs}
        onKeepMine={(merged) => save.mutate(merged)}
        isBusy={save.isPending}
      />
    </Stack>
  );
}
