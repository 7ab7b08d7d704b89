import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarOff, IconMessageBolt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../../api/runtime.tsx';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { AnnounceDialog } from '../deprecation/announce-dialog.tsx';
import { useDeprecationCheck } from '../deprecation/deprecation-check.ts';

/** What is done with a model besides changing it: try it, announce its end. */
export function ModelActions({ object }: { readonly object: ApiObject }) {
  const search = { ...useKeptSearch(), model: object.id };
  const canAnnounce = useCan('deprecations:write');
  const check = useDeprecationCheck(object.id);
  const [isAnnouncing, { open, close }] = useDisclosure();
  const canChat = useCan('playground:write');
  const isChat = object['mode'] === undefined || object['mode'] === 'chat';
  return (
    <>
      {isChat && canChat && (
        <Button
          variant="default"
          leftSection={<IconMessageBolt size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/playground" search={search as never} />}
        >
          Try it
        </Button>
      )}
      {canAnnounce && check?.status === 'active' && (
        <Button
          variant="default"
          leftSection={<IconCalendarOff size={16} aria-hidden />}
          onClick={open}
        >
          Announce its end
        </Button>
      )}
      <AnnounceDialog model={object} isOpen={isAnnouncing} onClose={close} />
    </>
  );
}
