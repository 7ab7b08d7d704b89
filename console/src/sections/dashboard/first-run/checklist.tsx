import { Button, Group, List, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { PageLink } from '../../../address/page-link.tsx';
import type { FirstSteps, StepState } from './use-first-steps.ts';

/** The way from an empty installation to one that serves requests. It goes when all is done, or when somebody puts it away. */
export function Checklist({ states, putAway }: FirstSteps) {
  if (!states) return null;
  const done = states.filter(({ isDone }) => isDone).length;
  return (
    <Paper withBorder p="md" component="section" aria-label="First steps">
      <Group justify="space-between" align="flex-start" mb="xs" wrap="nowrap">
        <div>
          <Title order={2} size="h5">
            First steps
          </Title>
          <Text size="sm" c="dimmed">
            {done} of {states.length} done
          </Text>
        </div>
        <Button size="xs" variant="default" onClick={putAway}>
          Put away
        </Button>
      </Group>
      <List listStyleType="none" spacing={6}>
        {states.map((state) => (
          <Step key={state.step.id} state={state} />
        ))}
      </List>
    </Paper>
  );
}

function Step({ state: { step, isDone } }: { readonly state: StepState }) {
  return (
    <List.Item
      icon={
        <ThemeIcon variant="light" color={isDone ? 'teal' : 'gray'} size="sm" aria-hidden>
          {isDone ? <IconCheck size={14} /> : <IconCircle size={14} />}
        </ThemeIcon>
      }
    >
      <Text size="sm">
        <span className="visually-hidden">{isDone ? 'Done: ' : 'To do: '}</span>
        {isDone ? step.title : <PageLink to={step.to}>{step.title}</PageLink>}
        {!isDone && (
          <Text component="span" inherit c="dimmed">
            {` · ${step.text}`}
          </Text>
        )}
      </Text>
    </List.Item>
  );
}
