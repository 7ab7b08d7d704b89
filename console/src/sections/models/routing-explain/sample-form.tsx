import { Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import type { Sample } from './sample.ts';

export interface SampleFormProps {
  readonly sample: Sample;
  readonly set: (more: Partial<Sample>) => void;
}

/** A request to be explained: what it asks for, and whose it is. */
export const SampleForm = ({ sample, set }: SampleFormProps) => (
  <Stack gap="sm">
    <ObjectSelect
      label="Model asked for"
      collection={RESOURCES.model.collection}
      value={sample.model}
      onChange={(model = '') => set({ model })}
      isRequired
    />
    <Owner sample={sample} set={set} />
    <Group>
      <Switch
        label="Streamed"
        checked={sample.isStream}
        onChange={(event) => set({ isStream: event.currentTarget.checked })}
      />
      <Switch
        label="With tools"
        checked={sample.hasTools}
        onChange={(event) => set({ hasTools: event.currentTarget.checked })}
      />
    </Group>
    <Textarea
      label="Message"
      description="Only its length counts: policies know it as input_tokens."
      autosize
      minRows={2}
      maxRows={6}
      value={sample.message}
      onChange={(event) => set({ message: event.currentTarget.value })}
    />
    <Textarea
      label="What else is known of it"
      description="A name and a value on each line: header.x-team = blue, metadata.department = legal, hour = 22, candidate.error_rate = 0.2"
      autosize
      minRows={2}
      maxRows={10}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={sample.more}
      onChange={(event) => set({ more: event.currentTarget.value })}
    />
  </Stack>
);

const Owner = ({ sample, set }: SampleFormProps) => (
  <>
    <ObjectSelect
      label="API key"
      description="With a key, its team, user and organization count."
      collection={RESOURCES.apiKey.collection}
      value={sample.key}
      onChange={(key = '') => set({ key })}
    />
    {sample.key === '' && (
      <>
        <ObjectSelect
          label="Organization"
          collection={RESOURCES.organization.collection}
          value={sample.organization}
          onChange={(organization = '') => set({ organization })}
        />
        <ObjectSelect
          label="Team"
          collection={RESOURCES.team.collection}
          value={sample.team}
          onChange={(team = '') => set({ team })}
        />
        <TextInput
          label="User"
          value={sample.user}
          onChange={(event) => set({ user: event.currentTarget.value })}
        />
      </>
    )}
  </>
);
