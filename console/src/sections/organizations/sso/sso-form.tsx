import { Button, Fieldset, Group, PasswordInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { bodyOf, draftOf, isComplete, patchOf, type SsoDraft } from './sso-draft.ts';
import type { SingleSignOn } from './single-sign-on.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

const { collection } = RESOURCES.organization;

export interface SsoFormProps {
  readonly id: string;
  /** What is set; undefined: nothing. */
  readonly sso: SingleSignOn | undefined;
  readonly onDone: () => void;
}

/** A form for how the people of an organization sign in. */
export function SsoForm({ id, sso, onDone }: SsoFormProps) {
  const [draft, setDraft] = useState<SsoDraft>(() => draftOf(sso));
  const change = (changes: Partial<SsoDraft>): void => setDraft((now) => ({ ...now, ...changes }));
  const { mutate, isPending, error } = useSave(id, onDone);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate(
      sso ? { method: 'PATCH', body: patchOf(draft) } : { method: 'PUT', body: bodyOf(draft) },
    );
  };
  return (
    <form onSubmit={save}>
      <Stack gap="md" maw={760}>
        {error && <ProblemAlert error={error} title="Not saved" />}
        <ProviderFields draft={draft} isSecretSet={sso?.secret_set === true} onChange={change} />
        <MappingFields mapping={draft.mapping} onChange={(mapping) => change({ mapping })} />
        <Group>
          <ActionButton type="submit" isBusy={isPending} disabled={!isComplete(draft)}>
            Save
          </ActionButton>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Write {
  readonly method: 'PATCH' | 'PUT';
  readonly body: unknown;
}

function useSave(id: string, onDone: () => void) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (write: Write) => api.json(`${objectPath(collection, id)}/sso`, write),
    onSuccess: () => {
      notifications.show({ message: 'How people sign in is saved.', color: 'teal' });
      void client.invalidateQueries({ queryKey: collectionKey(collection) });
      onDone();
    },
  });
}

interface ProviderFieldsProps {
  readonly draft: SsoDraft;
  readonly isSecretSet: boolean;
  readonly onChange: (changes: Partial<SsoDraft>) => void;
}

function ProviderFields({ draft, isSecretSet, onChange }: ProviderFieldsProps) {
  return (
    <Fieldset legend="Provider">
      <Stack gap="sm">
        <TextInput
          label="Address"
          description="Of the OpenID provider, as its discovery document names it."
          placeholder="https://login.example.com/acme"
          withAsterisk
          value={draft.issuer}
          onChange={({ currentTarget }) => onChange({ issuer: currentTarget.value.trim() })}
        />
        <TextInput
          label="Client id"
          withAsterisk
          value={draft.clientId}
          onChange={({ currentTarget }) => onChange({ clientId: currentTarget.value.trim() })}
        />
        <PasswordInput
          label="Client secret"
          description={
            isSecretSet
              ? 'Empty: the one that is set stays. It is never shown.'
              : 'Empty: PKCE alone protects the exchange.'
          }
          autoComplete="off"
          value={draft.secret}
          onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
        />
        <TagsInput
          label="Scopes"
          description="What is asked for. Empty: openid, email and profile."
          value={[...draft.scopes]}
          onChange={(scopes) => onChange({ scopes })}
        />
      </Stack>
    </Fieldset>
  );
}
