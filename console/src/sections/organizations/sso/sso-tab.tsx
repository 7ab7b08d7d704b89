import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { objectPath, useObject } from '../../../api/read/list.ts';
import { isMissing } from '../../../api/query-client.ts';
import { useApi, useRuntime } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ownerName } from '../../../ui/cells/owner-badge.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import type { SingleSignOn } from './single-sign-on.ts';
import { SsoFacts } from './sso-facts.tsx';
import { SsoForm } from './sso-form.tsx';
import { idInPath } from '../../../address/id-in-path.ts';

const { collection } = RESOURCES.organization;

/** How the people of an organization sign in, without any secret, and the ways to change that. */
export function SsoTab({ object }: { readonly object: ApiObject }) {
  const sso = useObject<SingleSignOn>(collection, object.id, { below: '/sso' });
  const [isEdited, setEdited] = useState(false);
  if (sso.isPending) return <PageSkeleton />;
  const isUnset = isMissing(sso.error);
  if (sso.isError && !isUnset) {
    return <ProblemAlert error={sso.error} onRetry={() => void sso.refetch()} />;
  }
  const known = isUnset ? undefined : sso.data;
  if (isEdited) {
    return <SsoForm id={object.id} sso={known} onDone={() => setEdited(false)} />;
  }
  return <Standing organization={object} sso={known} onEdit={() => setEdited(true)} />;
}

interface StandingProps {
  readonly organization: ApiObject;
  /** Undefined: nothing is set. */
  readonly sso: SingleSignOn | undefined;
  readonly onEdit: () => void;
}

function Standing({ organization, sso, onEdit }: StandingProps) {
  const { id, read_only: isOwnedElsewhere, managed_by } = organization;
  const { baseUrl } = useRuntime();
  return (
    <Stack gap="md" maw={760}>
      {isOwnedElsewhere === true && (
        <Alert title="How people sign in is kept in Git">
          The organization is owned by {ownerName(managed_by)}. Change it there.
        </Alert>
      )}
      {sso ? (
        <SsoFacts sso={sso} callback={`${baseUrl}auth/oidc/${idInPath(id)}/callback`} />
      ) : (
        <Text size="sm">
          The people of this organization sign in with API keys. With single sign-on they use the
          account that they have at your identity provider.
        </Text>
      )}
      {isOwnedElsewhere !== true && (
        <Group gap="xs">
          <Button size="xs" onClick={onEdit}>
            {sso ? 'Change' : 'Set up single sign-on'}
          </Button>
          {sso && <SwitchButton id={id} sso={sso} />}
        </Group>
      )}
    </Stack>
  );
}

interface SwitchButtonProps {
  readonly id: string;
  readonly sso: SingleSignOn;
}

function SwitchButton({ id, sso }: SwitchButtonProps) {
  const api = useApi();
  const act = useAction(collection);
  const confirm = useConfirm();
  const isOn = sso.enabled;
  const flip = async (): Promise<void> => {
    const isSure = await confirm({
      title: isOn ? 'Turn single sign-on off?' : 'Turn single sign-on on?',
      text: isOn
        ? 'Nobody signs in by it any more. Whoever is signed in stays so until the session ends.'
        : 'People of the organization can sign in by it from now on.',
      action: isOn ? 'Turn off' : 'Turn on',
      isDangerous: isOn,
    });
    if (!isSure) return;
    await act(
      () =>
        api.json(`${objectPath(collection, id)}/sso`, {
          method: 'PATCH',
          body: { enabled: !isOn },
        }),
      isOn ? 'Single sign-on is off.' : 'Single sign-on is on.',
    );
  };
  return (
    <Button size="xs" variant="default" onClick={() => void flip()}>
      {isOn ? 'Turn off' : 'Turn on'}
    </Button>
  );
}
