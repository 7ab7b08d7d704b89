import { Anchor, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { countText, durationText } from '../ui/cells/format-number.ts';
import type { ChatAnswer } from './use-chat.ts';

export interface AnswerPaneProps {
  readonly answer: ChatAnswer;
  readonly isBusy: boolean;
}

/** What a model answers, as it comes; afterwards what was decided, how long it took, and how many tokens it was. */
export const AnswerPane = ({ answer, isBusy }: AnswerPaneProps) => (
  <Paper withBorder p="md">
    <Title order={2} size="h5" mb="xs">
      Answer
    </Title>
    <Text
      size="sm"
      aria-live="polite"
      aria-busy={isBusy}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      c={answer.text === '' ? 'dimmed' : undefined}
    >
      {answer.text === '' ? 'It stands here as it comes.' : answer.text}
    </Text>
    {answer.requestId !== undefined && !isBusy && <Facts answer={answer} />}
  </Paper>
);

function Facts({ answer }: { readonly answer: ChatAnswer }) {
  const { usage, requestId = '', firstTokenMs, tookMs, decision } = answer;
  const facts: (readonly [string, string])[] = [
    ...(firstTokenMs === undefined ? [] : [['First token', durationText(firstTokenMs)] as const]),
    ...(tookMs === undefined ? [] : [['Whole answer', durationText(tookMs)] as const]),
    ...(usage
      ? [
          ['Tokens asked', countText(usage.prompt_tokens)] as const,
          ['Tokens answered', countText(usage.completion_tokens)] as const,
        ]
      : []),
    ...decision,
  ];
  return (
    <Stack gap="xs" mt="md">
      <Table className="console-table" aria-label="What became of it">
        <Table.Tbody>
          {facts.map(([name, text]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to={`/requests/${encodeURIComponent(requestId)}`} />
        )}
      >
        How it was decided, and what it cost
      </Anchor>
    </Stack>
  );
}
