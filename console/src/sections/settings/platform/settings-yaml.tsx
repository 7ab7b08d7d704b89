import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { CodeDiff } from '../../../code/code-diff.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';

export interface SettingsYamlProps {
  readonly before: string;
  readonly after: string;
  /** Who keeps the settings: "Argo CD". */
  readonly owner: string;
  readonly onClose: () => void;
}

/** What to commit where the settings are kept, with what it changes. */
export const SettingsYaml = ({ before, after, owner, onClose }: SettingsYamlProps) => (
  <Paper withBorder p="md">
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h5">
          What to commit
        </Title>
        <CopyText text={after} label="Copy the YAML" />
      </Group>
      <Text size="sm">
        Nothing is saved here. Copy this YAML and commit it where {owner} reads from.
      </Text>
      <CodeDiff before={before} after={after} language="yaml" label="What you changed" />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Back to the draft
        </Button>
      </Group>
    </Stack>
  </Paper>
);
