import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useUnsavedGuard } from '../../../objects/yaml/use-unsaved-guard.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { SettingsYaml } from '../platform/settings-yaml.tsx';
import { CacheFields } from './cache-fields.tsx';
import {
  changeOf,
  draftOf,
  lacksNumber,
  type CacheDraft,
  type CacheSettings,
} from './cache-draft.ts';
import { CACHE_KEY, CACHE_SETTINGS, useCacheWrite } from './use-cache-write.ts';

/** How answers are kept, for those who may read the platform's settings. */
export function CacheForm() {
  const api = useApi();
  const settings = useQuery({
    queryKey: CACHE_KEY,
    queryFn: ({ signal }) => api.json<CacheSettings>(CACHE_SETTINGS, { signal }),
  });
  return (
    <Stack gap="sm" component="section" aria-label="How answers are kept">
      <Title order={2} size="h5">
        How answers are kept
      </Title>
      {settings.isPending && <PageSkeleton />}
      {settings.isError && (
        <ProblemAlert error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && <Form settings={settings.data} />}
    </Stack>
  );
}

/** What somebody typed stands above what is set, and only that is sent: what others save meanwhile stays theirs. */
function Form({ settings }: { readonly settings: CacheSettings }) {
  const [typed, setTyped] = useState<Partial<CacheDraft>>({});
  const canWrite = useCan('settings:write');
  const { mutate, reset, isPending, error, data } = useCacheWrite('The settings are saved.');
  const draft = { ...draftOf(settings), ...typed };
  const body = changeOf(settings, draft);
  const isEmpty = lacksNumber(draft);
  const isChanged = isEmpty || Object.keys(body).length > 0;
  useUnsavedGuard(isChanged && !isPending);
  if (data) return <SettingsYaml {...data} onClose={reset} />;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const sent = typed;
    mutate(
      { method: 'PUT', path: CACHE_SETTINGS, body },
      { onSuccess: (owned) => !owned && setTyped((now) => unsentOf(now, sent)) },
    );
  };
  const discard = () => {
    setTyped({});
    reset();
  };
  return (
    <form onSubmit={save}>
      <Stack gap="md" maw={880}>
        {error && <ProblemAlert error={error} />}
        <CacheFields
          {...{ draft, error, isReadOnly: !canWrite }}
          onChange={(more) => setTyped((now) => ({ ...now, ...more }))}
        />
        {canWrite && (
          <Group gap="sm">
            <ActionButton type="submit" isBusy={isPending} disabled={!isChanged || isEmpty}>
              Save
            </ActionButton>
            <Button variant="default" disabled={!isChanged || isPending} onClick={discard}>
              Discard changes
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** What was typed since a draft was sent. */
const unsentOf = (now: Partial<CacheDraft>, sent: Partial<CacheDraft>): Partial<CacheDraft> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => sent[field as keyof CacheDraft] !== value),
  );
