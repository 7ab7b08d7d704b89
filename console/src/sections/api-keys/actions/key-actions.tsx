import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconLockOpen, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** What is done with a key besides changing it: refuse it, take it again, replace its secret. */
export function KeyActions({ object }: { readonly object: ApiObject }) {
  const rights = useRights(RESOURCES.apiKey);
  const canWrite = rights.change(object) && object.read_only !== true;
  const [isRotating, { open, close }] = useDisclosure();
  if (!canWrite) return null;
  return (
    <>
      <BlockButton object={object} />
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={open}>
        Rotate
      </Button>
      <RotateDialog apiKey={object} isOpen={isRotating} onClose={close} />
    </>
  );
}

function BlockButton({ object }: { readonly object: ApiObject }) {
  const { collection } = RESOURCES.apiKey;
  const api = useApi();
  const act = useAction(collection);
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const isBlocked = object['blocked'] === true;
  const verb = isBlocked ? 'unblock' : 'block';
  const toggle = async (): Promise<void> => {
    if (!(await confirm(questionOf(object, isBlocked)))) return;
    setBusy(true);
    await act(
      () => api.request(`${objectPath(collection, object.id)}/${verb}`, { method: 'POST' }),
      isBlocked ? 'The key is taken again.' : 'The key is refused from now on.',
    );
    setBusy(false);
  };
  const Sign = isBlocked ? IconLockOpen : IconLock;
  return (
    <ActionButton
      variant="default"
      leftSection={<Sign size={16} aria-hidden />}
      isBusy={isBusy}
      onClick={() => void toggle()}
    >
      {isBlocked ? 'Unblock' : 'Block'}
    </ActionButton>
  );
}

function questionOf({ name, id }: ApiObject, isBlocked: boolean) {
  const called = name ?? id;
  if (isBlocked) {
    return {
      title: `Take ${called} again?`,
      text: 'Programs that still have the key can use it at once. People who signed in with it sign in anew.',
      action: 'Unblock',
    };
  }
  return {
    title: `Block ${called}?`,
    text: 'Requests with it are refused within a second, and whoever signed in with it is signed out. Keys that it made are refused too. You can unblock it later.',
    action: 'Block',
    isDangerous: true,
  };
}
