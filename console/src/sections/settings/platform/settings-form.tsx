import { Alert, Button, Group, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState, type SubmitEvent } from 'react';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { FeatureSwitches } from './feature-switches.tsx';
import {
  draftOf,
  patchOf,
  type PlatformSettings,
  type SettingsDraft,
} from './platform-settings.ts';
import { PlaceFields, RequestFields } from './settings-fields.tsx';

export const SETTINGS = '/api/v1/settings';

interface SettingsFormProps {
  readonly settings: PlatformSettings;
}

/** Changes the settings of the platform. Only what was changed is sent. */
export function SettingsForm({ settings }: SettingsFormProps) {
  const isReadOnly = !useCan('settings:write') || settings.read_only;
  const saved = useMemo(() => draftOf(settings), [settings]);
  const [changes, setChanges] = useState<Partial<SettingsDraft>>({});
  const draft = { ...saved, ...changes };
  const patch = patchOf(saved, draft);
  const isChanged = Object.keys(patch).length > 0;
  const { mutate, isPending, error } = useSave(() => setChanges({}));
  const onChange = (more: Partial<SettingsDraft>) => setChanges((now) => ({ ...now, ...more }));
  useUnsavedGuard(isChanged && !isPending);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(patch);
  };
  const fields = { draft, isReadOnly, onChange };
  return (
    <form onSubmit={save}>
      <Stack gap="lg" maw={880}>
        {settings.read_only && (
          <Alert title="These settings are kept in Git">
            They are owned by {settings.managed_by}. Change the ControlPlane object there.
          </Alert>
        )}
        {error && <ProblemAlert error={error} />}
        <Title order={2} size="h5">
          Features
        </Title>
        <FeatureSwitches {...fields} />
        <Title order={2} size="h5">
          Requests
        </Title>
        <RequestFields {...fields} />
        <Title order={2} size="h5">
          Place and retention
        </Title>
        <PlaceFields {...fields} />
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button variant="default" disabled={!isChanged} onClick={() => setChanges({})}>
              Discard changes
            </Button>
            <Button type="submit" loading={isPending} disabled={!isChanged}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function useSave(onSaved: () => void) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: unknown) => api.json<PlatformSettings>(SETTINGS, { method: 'PATCH', body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: collectionKey(SETTINGS) });
      onSaved();
      notifications.show({ message: 'The settings are saved.', color: 'teal' });
    },
  });
}

/** Asks before somebody leaves with changes that are not saved. */
function useUnsavedGuard(isChanged: boolean): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isChanged || current.pathname === next.pathname) return false;
      return !(await confirm({
        title: 'Leave without saving?',
        text: 'What you changed here is lost.',
        action: 'Leave',
        isDangerous: true,
      }));
    },
    enableBeforeUnload: isChanged,
  });
}
