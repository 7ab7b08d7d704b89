import { Group, Stack, Textarea, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { License } from '../../../api/license/use-license.ts';
import { useApi } from '../../../api/runtime.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** Puts a license into force. One that does not verify is refused, and the present one stays. */
export function ActivateForm() {
  const api = useApi();
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (license_key: string) =>
      api.json<License>('/api/v1/license/activate', { method: 'POST', body: { license_key } }),
    onSuccess: async () => {
      setKey('');
      await client.invalidateQueries({ queryKey: ['license'] });
      notifications.show({ message: 'The license is in force.', color: 'teal' });
    },
  });
  const activate = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(key.trim());
  };
  return (
    <form onSubmit={activate}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Activate a license
        </Title>
        {error && <ProblemAlert error={error} />}
        <Textarea
          label="License key"
          description="As you were sent it. A key that does not verify is refused, and the present license stays."
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <Group justify="flex-end">
          <ActionButton type="submit" isBusy={isPending} disabled={key.trim() === ''}>
            Activate
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
