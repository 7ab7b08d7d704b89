import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useApi, useCan } from '../../api/runtime.tsx';
import { objectPath } from '../../api/list.ts';
import { useAction } from '../../api/use-action.ts';
import { keptOf, useSearchParams } from '../../app/search-params.ts';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { sentenceCase } from '../text.ts';
import type { PartProps } from './object-tabs.tsx';

/** What can be done with an object. */
export function ObjectMenu({ definition, versioned: { object } }: PartProps) {
  const { resource, Actions, isReadOnly } = definition;
  const canWrite = useCan(`${resource.permission}:write`) && isReadOnly !== true;
  const remove = useRemove({ resource, id: object.id, name: object.name ?? object.id });
  return (
    <>
      {Actions && <Actions object={object} />}
      {canWrite && object.read_only !== true && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="input-xs" aria-label="More to do with it">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => void remove()}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

interface Removed {
  readonly resource: PartProps['definition']['resource'];
  readonly id: string;
  readonly name: string;
}

function useRemove({ resource, id, name }: Removed) {
  const api = useApi();
  const act = useAction(resource.collection);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const search = keptOf(useSearchParams());
  return async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: `Delete ${name}?`,
      text: `This ${resource.noun} is deleted for good. Where others depend on it, it stays, and you are told which.`,
      action: 'Delete',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const path = objectPath(resource.collection, id);
    const done = `${sentenceCase(resource.noun)} ${name} deleted`;
    if (await act(() => api.request(path, { method: 'DELETE' }), done)) {
      void navigate({ to: resource.page, search } as never);
    }
  };
}
