import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface EmptyNoteProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** What a list says that has nothing yet: what will stand there, and what brings it. */
export const EmptyNote = ({ title, children }: EmptyNoteProps) => (
  <Paper withBorder p="lg">
    <Stack gap={4}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Stack>
  </Paper>
);
