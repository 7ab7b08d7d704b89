import { Code, Group, Stack, Text } from '@mantine/core';
import { CopyText } from '../../../ui/copy-text.tsx';
import { countText } from '../../../ui/text/format-number.ts';
import { PromptState } from '../prompt/prompt-state.tsx';
import type { PromptState as State } from '../prompt/prompt.ts';

/** A text with values in place of its variables, as the service answers it. */
export interface RenderedText {
  readonly rendered_text: string;
  readonly version: number;
  readonly status: State;
}

/** A text that was rendered. */
export function Rendered({ answer }: { readonly answer: RenderedText }) {
  const { rendered_text: text, version, status } = answer;
  return (
    <Stack gap="xs" role="status">
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={500}>
            Version {version}
          </Text>
          <PromptState state={status} />
          <Text size="xs" c="dimmed">
            {countText(text.length)} characters
          </Text>
        </Group>
        <CopyText text={text} label="Copy the text" />
      </Group>
      <Code
        block
        tabIndex={0}
        role="group"
        aria-label="Rendered text"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
    </Stack>
  );
}
