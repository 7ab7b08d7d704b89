import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { standingOf } from '../standing/budget-standing.ts';
import { IncreaseDialog } from './increase-dialog.tsx';

const { collection } = RESOURCES.budget;

/** Raises a budget for a while, and ends that. */
export function IncreaseActions({ object }: { readonly object: ApiObject }) {
  const rights = useRights(RESOURCES.budget);
  const canWrite = rights.change(object) && object.read_only !== true;
  const [isOpen, { open, close }] = useDisclosure();
  const { increase } = standingOf(object, useNow());
  if (!canWrite) return null;
  return (
    <>
      {increase && <EndButton id={object.id} />}
      <Button size="sm" variant="default" onClick={open}>
        {increase ? 'Change the increase' : 'Raise for a while'}
      </Button>
      <IncreaseDialog budget={object} opened={isOpen} onClose={close} />
    </>
  );
}

function EndButton({ id }: { readonly id: string }) {
  const api = useApi();
  const act = useAction(collection);
  const confirm = useConfirm();
  const end = async () => {
    const isSure = await confirm({
      title: 'End the increase?',
      text: 'The limit is what it was before, from now on.',
      action: 'End the increase',
      isDangerous: true,
    });
    if (!isSure) return;
    const body = { temporary_increase: null };
    await act(
      () => api.json(objectPath(collection, id), { method: 'PATCH', body }),
      'The increase is over.',
    );
  };
  return (
    <Button size="sm" variant="default" onClick={() => void end()}>
      End the increase
    </Button>
  );
}
