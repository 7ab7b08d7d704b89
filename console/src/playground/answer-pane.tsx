import { Alert, Group, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyText } from '../ui/copy-text.tsx';
import { countText } from '../ui/text/format-number.ts';
import { visibleText } from '../ui/text/visible-text.ts';
import type { ChatFailure } from './chat/chat-failure.ts';
import { shownPart } from './chat/shown-part.ts';
import { DecisionTable } from './decision-table.tsx';
import type { ChatAnswer } from './chat/use-chat.ts';

export interface AnswerPaneProps {
  readonly answer: ChatAnswer;
  readonly failure: ChatFailure | undefined;
  readonly isBusy: boolean;
}

/** What a model answers, as it comes; afterwards what was decided, how long it took, and what it cost. */
export function AnswerPane({ answer, failure, isBusy }: AnswerPaneProps) {
  const isOver = answer.requestId !== undefined && !isBusy;
  const { shown, left } = shownPart(answer.text);
  return (
    <Stack>
      {failure && <Failure failure={failure} />}
      <Paper withBorder p="md" component="section" aria-label="Answer">
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h5">
            Answer
          </Title>
          {answer.text !== '' && !isBusy && <CopyText text={answer.text} label={COPY} />}
        </Group>
        <Text
          size="sm"
          aria-live="polite"
          aria-busy={isBusy}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          c={answer.text === '' ? 'dimmed' : undefined}
        >
          {answer.text === '' ? placeholderOf(answer, isBusy) : shown}
        </Text>
        {left > 0 && (
          <Text size="sm" c="dimmed" mt="xs">
            {countText(left)} more characters are not shown here. “{COPY}” takes all of it.
          </Text>
        )}
        <Ending answer={answer} />
      </Paper>
      {isOver && <DecisionTable answer={answer} />}
    </Stack>
  );
}

const COPY = 'Copy the whole answer';

function placeholderOf({ requestId }: ChatAnswer, isBusy: boolean): string {
  if (isBusy) return 'Waiting for the first words…';
  return requestId === undefined
    ? 'The answer appears here while the model writes it.'
    : 'The answer has no text.';
}

const ENDINGS: Readonly<Record<string, string>> = {
  length: 'It ends here because it reached the longest answer that was allowed.',
  content_filter: 'It ends here because the provider filters what it says.',
  tool_calls: 'It ends here because the model wants to call a tool.',
};

function Ending({ answer: { finish, isStopped } }: { readonly answer: ChatAnswer }) {
  const known =
    finish !== undefined && Object.hasOwn(ENDINGS, finish) ? ENDINGS[finish] : undefined;
  const text = isStopped ? 'You stopped it here.' : known;
  if (text === undefined) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {text}
    </Text>
  );
}

const BROKEN_ANYWHERE = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const Failure = ({ failure: { title, message, code } }: { readonly failure: ChatFailure }) => (
  <Alert
    color="red"
    role="alert"
    icon={<IconAlertTriangle size={18} aria-hidden />}
    title={visibleText(title)}
  >
    {/* A provider may say very much. Who has no mouse scrolls it by its keys. */}
    <ScrollArea.Autosize mah={240} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Text size="sm" style={BROKEN_ANYWHERE}>
        {message}
      </Text>
    </ScrollArea.Autosize>
    {code !== undefined && (
      <Text size="xs" c="dimmed" style={BROKEN_ANYWHERE}>
        Code: {code}
      </Text>
    )}
  </Alert>
);
