import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { DELIVERIES } from '../deliveries/delivery-details.tsx';
import { toOptions, useEventTypes } from '../log/event-types.ts';
import { trialOutcome, type TrialOutcome } from './trial-text.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** Sends a subscription an event for a trial, and says whether it arrived. */
export function SendTrial({ object }: { readonly object: ApiObject }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={open}>
        Send a test
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={visibleText(`Send a test to ${object.name ?? object.id}`)}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <TrialForm object={object} onClose={close} />
      </Modal>
    </>
  );
}

interface TrialFormProps {
  readonly object: ApiObject;
  readonly onClose: () => void;
}

function TrialForm({ object, onClose }: TrialFormProps) {
  const types = useEventTypes();
  const [type, setType] = useState<string | null>(null);
  const { outcome, failure, isBusy, send } = useTrial(object);
  return (
    <Stack gap="sm">
      <Text size="sm">
        An event that is marked as a test, with the example of its type. It is sent now, also where
        the subscription is off.
      </Text>
      <Select
        label="Type"
        placeholder="The first that it subscribes to"
        data={toOptions(types)}
        value={type}
        onChange={setType}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the type' }}
      />
      {outcome && (
        <Alert
          color={outcome.isGood ? 'teal' : 'yellow'}
          title={outcome.isGood ? 'Delivered' : 'Not delivered'}
          role="status"
        >
          {outcome.text}
        </Alert>
      )}
      {failure !== undefined && <ProblemAlert error={failure} title="Not sent" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <ActionButton isBusy={isBusy} onClick={() => void send(type)}>
          {outcome ? 'Send another' : 'Send'}
        </ActionButton>
      </Group>
    </Stack>
  );
}

function useTrial({ id }: ApiObject) {
  const api = useApi();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<TrialOutcome>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const send = async (type: string | null): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const path = `${objectPath(RESOURCES.eventSubscription.collection, id)}/test`;
      const body = type === null ? {} : { event_type: type };
      const answer = await api.json<ApiSchemas['EventTest']>(path, { method: 'POST', body });
      setOutcome(trialOutcome(answer.deliveries));
    } catch (error) {
      setOutcome(undefined);
      setFailure(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: collectionKey(DELIVERIES) });
    }
  };
  return { outcome, failure, isBusy, send };
}
