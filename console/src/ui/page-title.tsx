import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { visibleText } from './text/visible-text.ts';

export interface PageTitleProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

/** The heading of a page, also of its tab in the browser, with what can be done there. */
export function PageTitle({ title: text, description, actions }: PageTitleProps) {
  const title = visibleText(text);
  useDocumentTitle(`${title} · AI control plane`);
  return (
    <Group justify="space-between" align="flex-start" gap="sm" mb="md">
      <Stack gap={2} miw={0} flex="1 1 280px">
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {description !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {description}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
