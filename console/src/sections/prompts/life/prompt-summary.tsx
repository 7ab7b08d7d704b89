import { Group, Paper, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { asPrompt, servedText, stateOf } from '../prompt/prompt.ts';
import { PromptState } from '../prompt/prompt-state.tsx';

/** Where a prompt's text is in its life, and what is served of it. */
export function PromptSummary({ object }: { readonly object: ApiObject }) {
  const prompt = asPrompt(object);
  const { submitted_by: by } = prompt;
  return (
    <Paper withBorder p="md">
      <Group gap="sm">
        <PromptState state={stateOf(prompt)} />
        <Text size="sm">{servedText(prompt)}</Text>
        {stateOf(prompt) === 'in_review' && by !== undefined && (
          <Text size="sm">Handed in by {by}.</Text>
        )}
      </Group>
    </Paper>
  );
}
