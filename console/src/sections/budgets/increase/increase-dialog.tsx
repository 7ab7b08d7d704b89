import { Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { increaseOf } from '../standing/budget-standing.ts';
import { bodyOf, localText, problemOf, type IncreaseDraft } from './increase-draft.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

export interface IncreaseDialogProps {
  readonly budget: ApiObject;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks by how much, and until when, a budget is raised. */
export function IncreaseDialog({ budget, opened, onClose }: IncreaseDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Raise the budget for a while"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <IncreaseForm budget={budget} onDone={onClose} />
    </Modal>
  );
}

const WEEK_MS = 604_800_000;

function beginWith(budget: ApiObject): IncreaseDraft {
  const known = increaseOf(budget);
  const endMs = Math.max(Date.parse(known?.expires_at ?? ''), Date.now() + WEEK_MS);
  return {
    amount: known?.amount_usd,
    until: localText(Number.isNaN(endMs) ? Date.now() + WEEK_MS : endMs),
  };
}

interface IncreaseFormProps {
  readonly budget: ApiObject;
  readonly onDone: () => void;
}

function IncreaseForm({ budget, onDone }: IncreaseFormProps) {
  const [draft, setDraft] = useState<IncreaseDraft>(() => beginWith(budget));
  const { mutate, isPending, error } = useRaise(budget.id, onDone);
  const problem = problemOf(draft, useNow());
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate(bodyOf(draft));
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Text size="sm">The limit itself stays as it is, and counts again when this ends.</Text>
        {error && <ProblemAlert error={error} />}
        <NumberInput
          label="More (USD)"
          withAsterisk
          min={0}
          thousandSeparator=","
          value={draft.amount ?? ''}
          onChange={(value) =>
            setDraft({ ...draft, amount: typeof value === 'number' ? value : undefined })
          }
          data-autofocus
        />
        <TextInput
          label="Until"
          description="In your time zone."
          type="datetime-local"
          withAsterisk
          value={draft.until}
          onChange={({ currentTarget }) => setDraft({ ...draft, until: currentTarget.value })}
        />
        {problem !== undefined && (
          <Text size="sm" c="dimmed">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          <ActionButton type="submit" isBusy={isPending} disabled={problem !== undefined}>
            Raise the budget
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

function useRaise(id: string, onDone: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const { collection } = RESOURCES.budget;
  return useMutation({
    mutationFn: (body: unknown) => api.json(objectPath(collection, id), { method: 'PATCH', body }),
    onSuccess: () => {
      notifications.show({ message: 'The budget is raised.', color: 'teal' });
      void client.invalidateQueries({ queryKey: collectionKey(collection) });
      onDone();
    },
  });
}
