import { Box, Code, Group, Text } from '@mantine/core';
import { CopyText } from './copy-text.tsx';

export interface SnippetProps {
  /** What it is for: "With kubectl". */
  readonly title: string;
  readonly text: string;
}

/** Text for a terminal, with a button that copies it. */
export function Snippet({ title, text }: SnippetProps) {
  return (
    <Box>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <CopyText text={text} label={`Copy: ${title}`} />
      </Group>
      <Code block tabIndex={0} role="group" aria-label={title}>
        {text}
      </Code>
    </Box>
  );
}
