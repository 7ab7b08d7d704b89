import {
  Input,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ConditionEditor } from '../condition/condition-editor.tsx';
import type { Action, PolicyDraft } from './policy-draft.ts';

const ACTIONS = [
  { value: 'permit', label: 'Permit' },
  { value: 'prefer', label: 'Prefer' },
  { value: 'deny', label: 'Deny' },
];

const MEANINGS: Readonly<Record<Action, string>> = {
  permit: 'Those requests are served by these models only. None named: they are served as asked.',
  prefer: 'These models are tried first, then what was asked for.',
  deny: 'Those requests may not use these models. None named: no model at all.',
};

export interface DraftFormProps {
  readonly draft: PolicyDraft;
  readonly set: (more: Partial<PolicyDraft>) => void;
}

/** A policy to try out: which requests, and what becomes of them. */
export const DraftForm = ({ draft, set }: DraftFormProps) => (
  <Stack gap="sm">
    {draft.id === undefined && (
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
    )}
    {draft.id !== undefined && (
      <Switch
        label="Try out that it is not there"
        checked={draft.isRemoved}
        onChange={(event) => set({ isRemoved: event.currentTarget.checked })}
      />
    )}
    {!draft.isRemoved && <RuleFields draft={draft} set={set} />}
  </Stack>
);

const RuleFields = ({ draft, set }: DraftFormProps) => (
  <>
    <ConditionEditor value={draft.condition} onChange={(condition) => set({ condition })} />
    <Stack gap={4}>
      <Input.Label labelElement="div">What becomes of them</Input.Label>
      <SegmentedControl
        aria-label="What becomes of them"
        data={ACTIONS}
        value={draft.action}
        onChange={(action) => set({ action: action as Action })}
      />
      <Text size="xs" c="dimmed">
        {MEANINGS[draft.action]}
      </Text>
    </Stack>
    <ModelNames value={draft.targets} onChange={(targets) => set({ targets })} />
    <NumberInput
      label="Priority"
      description="The highest is read first."
      allowDecimal={false}
      value={draft.priority}
      onChange={(value) => set({ priority: Number(value) || 0 })}
    />
  </>
);

interface ModelNamesProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

const MOST_SHOWN = 30;

/** Models by id, alias or group; the service finds ids by a part of them. */
function ModelNames({ value, onChange }: ModelNamesProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const { data } = useList<ApiObject>(RESOURCES.model.collection, {
    q: q === '' ? undefined : q,
    limit: MOST_SHOWN,
  });
  return (
    <TagsInput
      label="Models"
      description="Ids, aliases or groups, in the order in which they are tried."
      data={(data?.items ?? []).map(({ id }) => id)}
      value={[...value]}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear models' }}
    />
  );
}
