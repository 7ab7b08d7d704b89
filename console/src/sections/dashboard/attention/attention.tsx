import { Anchor, Group, List, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUserQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../../address/use-go.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import type { AttentionItem } from './attention-items.ts';
import type { AttentionFound } from './use-attention.ts';

const KINDS = {
  fault: { color: 'red', icon: IconAlertTriangle, says: 'Fault: ' },
  decision: { color: 'blue', icon: IconUserQuestion, says: 'To decide: ' },
} as const;

/** What needs somebody, each with the way there; says so where nothing does. */
export function Attention({ items, isPending, error, retry }: AttentionFound) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Needs attention">
      <Title order={2} size="h5" mb="xs">
        Needs attention
      </Title>
      <Stack gap="xs">
        {items.length > 0 && (
          <List listStyleType="none" spacing={6} center>
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </List>
        )}
        {isPending && <Skeleton height={20} />}
        {!isPending && items.length === 0 && error === undefined && <Calm />}
        {error !== undefined && (
          <ProblemAlert error={error} title="Not everything could be looked at" onRetry={retry} />
        )}
      </Stack>
    </Paper>
  );
}

const Calm = () => (
  <Group gap="xs" wrap="nowrap">
    <ThemeIcon variant="light" color="teal" size="sm" aria-hidden>
      <IconCircleCheck size={14} />
    </ThemeIcon>
    <Text size="sm">Nothing needs your attention.</Text>
  </Group>
);

function Item({ item }: { readonly item: AttentionItem }) {
  const { kind, text, detail, to, search = {} } = item;
  const { color, icon: Sign, says } = KINDS[kind];
  const kept = useKeptSearch();
  return (
    <List.Item
      icon={
        <ThemeIcon variant="light" color={color} size="sm" aria-hidden>
          <Sign size={14} />
        </ThemeIcon>
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <span className="visually-hidden">{says}</span>
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link {...props} to={to} search={{ ...kept, ...search } as never} />
          )}
        >
          {text}
        </Anchor>
        {detail !== undefined && (
          <Text component="span" inherit c="dimmed">
            {` · ${detail}`}
          </Text>
        )}
      </Text>
    </List.Item>
  );
}
