import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { toOptions, useEventTypes } from './event-types.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** Makes an event for a trial, which reaches the active subscriptions to its type. */
export function TestEvent() {
  const [isOpen, setOpen] = useState(false);
  const [type, setType] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const types = useEventTypes();
  const api = useApi();
  const act = useAction('/api/v1/events/log');
  const send = async () => {
    setSending(true);
    const isSent = await act(
      () =>
        api.json<ApiSchemas['EventTest']>('/api/v1/events/test', {
          method: 'POST',
          body: { event_type: type },
        }),
      'The event is sent to the subscriptions of its type.',
    );
    setSending(false);
    if (isSent) setOpen(false);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Send a test event
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Send a test event"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="sm">
          <Text size="sm">
            It is marked as a test, and reaches your active subscriptions to its type.
          </Text>
          <Select
            label="Type"
            data={toOptions(types)}
            value={type}
            onChange={setType}
            searchable
            description={types.find(({ event_type }) => event_type === type)?.description}
          />
          <Group justify="flex-end">
            <ActionButton disabled={type === null} isBusy={isSending} onClick={() => void send()}>
              Send
            </ActionButton>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
