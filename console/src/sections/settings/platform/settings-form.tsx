import { Button, Group, Stack, Title } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useCan } from '../../../api/runtime.tsx';
import { StaleWrite } from '../../../objects/write/stale-write.tsx';
import type { Tree } from '../../../objects/detail/merge/tree.ts';
import { GitOpsNotice } from '../../../objects/yaml/gitops-draft.tsx';
import { useUnsavedGuard } from '../../../objects/yaml/use-unsaved-guard.ts';
import { ownerName } from '../../../ui/cells/owner-badge.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { FeatureSwitches } from './feature-switches.tsx';
import type { PlatformSettings, SettingsDraft } from './platform-settings.ts';
import { PlaceFields, RequestFields } from './settings-fields.tsx';
import { SettingsYaml } from './settings-yaml.tsx';
import { useSettingsDraft } from './use-settings-draft.ts';
import { useSettingsSave } from './use-settings-save.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

export interface SettingsFormProps {
  readonly settings: PlatformSettings;
}

/**
 * Changes the settings of the platform. Only what was changed is sent. Where Git keeps them, the change is a draft, and its YAML is shown in place of saving; where
 * somebody else saved meanwhile, both are compared.
 */
export function SettingsForm({ settings }: SettingsFormProps) {
  const edited = useSettingsDraft(settings);
  const { base, draft, newest, isChanged, change, saved, begin } = edited;
  const { mutate, reset, isPending, error, data } = useSettingsSave(saved);
  useUnsavedGuard(isChanged && !isPending);
  const goOn = (next?: SettingsDraft) => {
    begin(next);
    reset();
  };
  if (data?.kind === 'stale') {
    return (
      <StaleWrite
        base={treeOf(base)}
        theirs={treeOf(newest)}
        mine={treeOf(draft)}
        onTakeTheirs={() => goOn()}
        onKeepMine={(merged) => goOn(merged as unknown as SettingsDraft)}
      />
    );
  }
  if (data?.kind === 'owned') {
    const owner = ownerName(settings.managed_by);
    return <SettingsYaml {...data} owner={owner} onClose={reset} />;
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    mutate({ base, draft });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="lg" maw={880}>
        {settings.read_only && <GitOpsNotice object={settings} />}
        {error && <ProblemAlert error={error} />}
        <Fields draft={draft} onChange={change} />
        <Buttons
          isChanged={isChanged}
          isPending={isPending}
          isKeptElsewhere={settings.read_only}
          onDiscard={() => begin()}
        />
      </Stack>
    </form>
  );
}

/** A draft as JSON has it: what is not set is not there. */
const treeOf = (draft: SettingsDraft): Tree => JSON.parse(JSON.stringify(draft)) as Tree;

function Fields(props: {
  readonly draft: SettingsDraft;
  readonly onChange: (more: Partial<SettingsDraft>) => void;
}) {
  const fields = { ...props, isReadOnly: !useCan('settings:write') };
  return (
    <>
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
    </>
  );
}

interface ButtonsProps {
  readonly isChanged: boolean;
  readonly isPending: boolean;
  /** Git keeps the settings. */
  readonly isKeptElsewhere: boolean;
  readonly onDiscard: () => void;
}

function Buttons({ isChanged, isPending, isKeptElsewhere, onDiscard }: ButtonsProps) {
  if (!useCan('settings:write')) return null;
  return (
    <Group gap="sm">
      <ActionButton type="submit" isBusy={isPending} disabled={!isChanged}>
        {isKeptElsewhere ? 'Show the YAML to commit' : 'Save'}
      </ActionButton>
      <Button variant="default" disabled={!isChanged || isPending} onClick={onDiscard}>
        Discard changes
      </Button>
    </Group>
  );
}
