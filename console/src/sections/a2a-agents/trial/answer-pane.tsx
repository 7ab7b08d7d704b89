import { Code, Group, Paper, Text, Title } from '@mantine/core';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import type { Tone } from '../../../ui/text/object-state.ts';
import { countText } from '../../../ui/text/format-number.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { shortText } from '../../../ui/text/short-text.ts';
import { shownValue } from '../../../ui/value/shown-value.ts';
import type { AgentAnswer } from './agent-answer.ts';

export interface AnswerPaneProps {
  readonly answer: AgentAnswer;
  readonly isBusy: boolean;
}

const TONES: Readonly<Record<string, Tone>> = {
  ...{ completed: 'good', failed: 'bad', rejected: 'bad', canceled: 'quiet' },
  ...{ 'input-required': 'quiet', 'auth-required': 'quiet' },
};

const MOST_OF_STATE = 40;
const LINES = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

/** What an agent answers, as it comes, and how its task stands. */
export function AnswerPane({ answer: { text, taskId, state }, isBusy }: AnswerPaneProps) {
  const { whole, shown, left } = shownValue(text);
  return (
    <Paper withBorder p="md" component="section" aria-label="Answer">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          Answer
        </Title>
        {text !== '' && !isBusy && <CopyText text={whole} label="Copy the whole answer" />}
      </Group>
      {state !== undefined && (
        <Group gap="xs" mb="xs">
          <span role="status">
            <ToneBadge label={stateLabel(state)} tone={toneOf(state)} />
          </span>
          {taskId !== undefined && (
            <Text size="xs" c="dimmed" style={LINES}>
              Task <Code>{shortText(taskId, MOST_OF_STATE)}</Code>
            </Text>
          )}
        </Group>
      )}
      <Text
        size="sm"
        aria-live="polite"
        aria-busy={isBusy}
        style={LINES}
        c={text === '' ? 'dimmed' : undefined}
      >
        {text === '' ? placeholder(isBusy) : shown}
      </Text>
      {left > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {countText(left)} more characters are not shown here.
        </Text>
      )}
    </Paper>
  );
}

const placeholder = (isBusy: boolean): string =>
  isBusy ? 'Waiting for the agent…' : 'The agent said nothing.';

const stateLabel = (state: string): string =>
  sentenceCase(shortText(state, MOST_OF_STATE).replaceAll('-', ' '));

const toneOf = (state: string): Tone =>
  Object.hasOwn(TONES, state) ? (TONES[state] ?? 'waiting') : 'waiting';
