import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconRefresh } from '@tabler/icons-react';
import { objectPath } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRotation } from '../../../ui/action/use-rotation.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

interface Rotated {
  readonly secret: string;
}

/** Replaces the secret that deliveries to a webhook are signed with. The new one is shown once. */
export function RotateSecret({ object }: { readonly object: ApiObject }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { collection } = RESOURCES.eventSubscription;
  const { answer, failure, isBusy, rotate, forget } = useRotation<Rotated>(collection);
  const secret = answer?.secret;
  const path = `${objectPath(collection, object.id)}/rotate-secret`;
  const leave = (): void => {
    forget();
    close();
  };
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={open}>
        Rotate secret
      </Button>
      <Modal
        opened={isOpen}
        onClose={leave}
        title={secret === undefined ? 'Rotate the secret?' : 'The new secret'}
        closeButtonProps={{ 'aria-label': 'Close' }}
        // It is shown once: a slip of the hand must not close it.
        closeOnClickOutside={secret === undefined}
        closeOnEscape={secret === undefined}
      >
        {secret === undefined ? (
          <Stack gap="sm">
            <Text size="sm">
              Deliveries get a new signature. For 24 hours they are signed with the old secret too,
              so that the receiver can change over.
            </Text>
            {failure !== undefined && <ProblemAlert error={failure} title="Not rotated" />}
            <Group justify="flex-end">
              <Button variant="default" onClick={leave}>
                Cancel
              </Button>
              <ActionButton isBusy={isBusy} onClick={() => void rotate(path)}>
                Rotate
              </ActionButton>
            </Group>
          </Stack>
        ) : (
          <NewSecret secret={secret} onDone={leave} />
        )}
      </Modal>
    </>
  );
}

interface NewSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
}

const NewSecret = ({ secret, onDone }: NewSecretProps) => (
  <Stack gap="sm">
    <Alert color="yellow" icon={<IconKey size={18} aria-hidden />} title="Copy the secret now">
      It is shown this once, and nobody can look it up later. Give it to the receiver within 24
      hours.
    </Alert>
    <Snippet title="Secret" text={secret} />
    <Group justify="flex-end">
      <Button onClick={onDone}>I have copied it</Button>
    </Group>
  </Stack>
);
