import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconLink, IconTerminal2, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useApi, useRuntime } from '../../../api/runtime.tsx';
import { objectPath } from '../../../api/read/list.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { readManifest } from '../../yaml/manifest-api.ts';
import { asCurl, asKubectl } from '../copy/copy-texts.ts';
import { useCopy } from '../copy/use-copy.tsx';
import { DeleteDialog } from '../delete/delete-dialog.tsx';

export interface ObjectMenuProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
  readonly isDeleted: boolean;
}

/** What can be done with every object: copy it as a command, copy its address, delete it. */
export function ObjectMenu({ definition, object, isDeleted }: ObjectMenuProps) {
  const { resource, isReadOnly } = definition;
  const rights = useRights(resource);
  const mayDelete = rights.remove(object) && isReadOnly !== true && !isDeleted;
  const [isDeleting, { open, close }] = useDisclosure();
  const { copyKubectl, copyCurl, copyLink, dialog } = useCopies(resource.collection, object.id);
  const navigate = useNavigate();
  const search = useKeptSearch();
  return (
    <>
      {dialog}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTerminal2 size={16} aria-hidden />} onClick={copyKubectl}>
            Copy as kubectl apply
          </Menu.Item>
          <Menu.Item leftSection={<IconTerminal2 size={16} aria-hidden />} onClick={copyCurl}>
            Copy as curl
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={copyLink}>
            Copy link
          </Menu.Item>
          {mayDelete && (
            <>
              <Menu.Divider />
              <Menu.Item
                c="var(--mantine-color-red-light-color)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={open}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog
        resource={resource}
        object={object}
        opened={isDeleting}
        onClose={close}
        onDeleted={() => navigate({ to: resource.page, search } as never)}
      />
    </>
  );
}

function useCopies(collection: string, id: string) {
  const api = useApi();
  const { baseUrl } = useRuntime();
  const { copy, dialog } = useCopy();
  const yamlOf = async (): Promise<string> => (await readManifest(api, { collection, id })).text;
  const url = new URL(objectPath(collection, id).replace(/^\//, ''), baseUrl).href;
  return {
    dialog,
    copyKubectl: () =>
      void copy(async () => asKubectl({ yaml: await yamlOf() }), 'The kubectl command is copied.'),
    copyCurl: () =>
      void copy(async () => asCurl({ url, yaml: await yamlOf() }), 'The curl command is copied.'),
    copyLink: () =>
      void copy(() => Promise.resolve(globalThis.location.href), 'The link is copied.'),
  };
}
