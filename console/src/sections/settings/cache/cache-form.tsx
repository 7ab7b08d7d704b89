import { Alert, Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useApi, useCan } from '../../../api/runtime.tsx';
import type { Tree } from '../../../objects/detail/merge/tree.ts';
import { StaleWrite } from '../../../objects/write/stale-write.tsx';
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
import { useCacheSave } from './use-cache-save.ts';
import { CACHE_KEY, CACHE_SETTINGS } from './use-cache-write.ts';

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

/** What somebody typed, and the settings that it was begun from: those of now, until something is typed. */
function useTyped(settings: CacheSettings) {
  const [typed, setTyped] = useState<Partial<CacheDraft>>({});
  const [base = settings, setBase] = useState<CacheSettings>();
  return {
    typed,
    base,
    type: (more: Partial<CacheDraft>) => {
      setBase(base);
      setTyped((now) => ({ ...now, ...more }));
    },
    begin: (next: Partial<CacheDraft> = {}, from?: CacheSettings) => {
      setTyped(next);
      setBase(from);
    },
    saved: (sent: Partial<CacheDraft>) => {
      setTyped((now) => unsentOf(now, sent));
      setBase(undefined);
    },
  };
}

/**
 * What somebody typed stands above what is set, and only that is sent: what others save meanwhile stays theirs. Where they changed the very
 * fields, both are compared.
 */
function Form({ settings }: { readonly settings: CacheSettings }) {
  const { typed, base, type, begin, saved } = useTyped(settings);
  const { mutate, reset, isPending, error, data } = useCacheSave();
  useUnsavedGuard(isChangedBy(settings, typed) && !isPending);
  const goOn = (next?: Partial<CacheDraft>, from?: CacheSettings) => {
    begin(next, from);
    reset();
  };
  if (data?.kind === 'owned') return <SettingsYaml {...data} onClose={reset} />;
  if (data?.kind === 'stale') {
    return (
      <StaleWrite
        base={treeOf(draftOf(base))}
        theirs={treeOf(draftOf(settings))}
        mine={treeOf({ ...draftOf(base), ...typed })}
        onTakeTheirs={() => goOn()}
        onKeepMine={() => goOn(typed, settings)}
      />
    );
  }
  const save = () =>
    mutate({ base, typed }, { onSuccess: ({ kind }) => kind === 'saved' && saved(typed) });
  return (
    <Draft
      {...{ settings, typed, error, isPending }}
      {...{ onChange: type, onSave: save }}
      onDiscard={() => goOn()}
    />
  );
}

/** Whether what was typed is other than what is set. */
function isChangedBy(settings: CacheSettings, typed: Partial<CacheDraft>): boolean {
  const draft = { ...draftOf(settings), ...typed };
  return lacksNumber(draft) || Object.keys(changeOf(settings, draft)).length > 0;
}

interface DraftProps {
  readonly settings: CacheSettings;
  readonly typed: Partial<CacheDraft>;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onChange: (more: Partial<CacheDraft>) => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** The fields with what was typed in them, and the ways on. */
function Draft(props: DraftProps) {
  const { settings, typed, error, isPending, onChange, onSave, onDiscard } = props;
  const canWrite = useCan('settings:write');
  const draft = { ...draftOf(settings), ...typed };
  const isEmpty = lacksNumber(draft);
  const isChanged = isChangedBy(settings, typed);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form onSubmit={save}>
      <Stack gap="md" maw={880}>
        {error && <ProblemAlert error={error} />}
        <AlikeProblem settings={settings} />
        <CacheFields {...{ draft, error, isReadOnly: !canWrite }} onChange={onChange} />
        {canWrite && (
          <Group gap="sm">
            <ActionButton type="submit" isBusy={isPending} disabled={!isChanged || isEmpty}>
              Save
            </ActionButton>
            <Button variant="default" disabled={!isChanged || isPending} onClick={onDiscard}>
              Discard changes
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Why alike questions are not answered, though the settings want it. */
function AlikeProblem({ settings }: { readonly settings: CacheSettings }) {
  const problem = settings.semantic?.problem ?? null;
  if (problem === null) return null;
  return (
    <Alert color="yellow" title="Equal requests alone are answered from the cache">
      Model for alike questions: {problem}.
    </Alert>
  );
}

/** A draft as JSON has it. */
const treeOf = (draft: CacheDraft): Tree => JSON.parse(JSON.stringify(draft)) as Tree;

/** What was typed since a draft was sent. */
const unsentOf = (now: Partial<CacheDraft>, sent: Partial<CacheDraft>): Partial<CacheDraft> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => sent[field as keyof CacheDraft] !== value),
  );
