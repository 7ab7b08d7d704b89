import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCan } from '../api/runtime.tsx';
import { RESOURCES } from '../resources/resource-table.ts';
import { countText, durationText, usdText } from '../ui/text/format-number.ts';
import { ObjectLink } from '../ui/cells/object-link.tsx';
import type { Served } from './chat/served.ts';
import type { ChatAnswer } from './chat/use-chat.ts';
import { useDecision, type Decision } from './use-decision.ts';
import { PageLink } from '../address/page-link.tsx';
import { idInPath } from '../address/id-in-path.ts';

export interface DecisionTableProps {
  readonly answer: ChatAnswer;
}

/** What became of a chat: who answered and why, how long it took, how many tokens it was, and what it cost. */
export function DecisionTable({ answer }: DecisionTableProps) {
  const canRead = useCan('decisions:read');
  const { requestId = '' } = answer;
  const { data, isPending, isError } = useDecision(requestId, canRead);
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        What became of it
      </Title>
      <Table className="console-table" aria-label="What became of it">
        <Table.Tbody>
          {factsOf(answer, data).map(([name, content]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{content}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {canRead && isPending && (
        <Skeleton height={60} role="status" aria-label="Loading the decision" />
      )}
      {isError && (
        <Text size="sm" c="dimmed">
          The decision is not recorded yet, or is not kept.
        </Text>
      )}
      {data && (
        <PageLink size="sm" to={`/requests/${idInPath(requestId)}`}>
          Every step of the decision
        </PageLink>
      )}
    </Stack>
  );
}

type Fact = readonly [name: string, content: ReactNode];

function factsOf(answer: ChatAnswer, decision: Decision | undefined): readonly Fact[] {
  const served = decision
    ? { model: decision.model_served, provider: decision.provider, policy: decision.policy }
    : answer.served;
  return [
    ...(served ? servedFacts(served) : []),
    ...(decision ? attemptFacts(decision) : []),
    ...timeFacts(answer),
    ...tokenFacts(answer, decision),
  ];
}

const servedFacts = ({ model, provider, policy }: Served): Fact[] => [
  ['Answered by', <ObjectLink key="model" collection={RESOURCES.model.collection} id={model} />],
  [
    'Provider',
    <ObjectLink key="provider" collection={RESOURCES.provider.collection} id={provider} />,
  ],
  [
    'Policy',
    policy === null ? (
      'None decided'
    ) : (
      <ObjectLink key="policy" collection={RESOURCES.routingPolicy.collection} id={policy} />
    ),
  ],
];

const attemptFacts = ({ attempts_made: made }: Decision): Fact[] =>
  made.length < 2 ? [] : [['Attempts', made.map(attemptText).join('; ')]];

const OUTCOMES: Readonly<Record<Decision['attempts_made'][number]['outcome'], string>> = {
  answered: 'answered',
  failed: 'failed',
  broken: 'broke off',
  dropped: 'was given up',
};

const attemptText = ({ model, provider, outcome, reason }: Decision['attempts_made'][number]) =>
  `${model} of ${provider} ${OUTCOMES[outcome]}${reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`}`;

const timeFacts = ({ firstTokenMs, tookMs }: ChatAnswer): Fact[] => [
  ...(firstTokenMs === undefined
    ? []
    : [['First words after', durationText(firstTokenMs)] as const]),
  ...(tookMs === undefined ? [] : [['Whole answer after', durationText(tookMs)] as const]),
];

function tokenFacts({ usage }: ChatAnswer, decision: Decision | undefined): Fact[] {
  const asked = decision?.input_tokens ?? usage?.prompt_tokens;
  const answered = decision?.output_tokens ?? usage?.completion_tokens;
  return [
    ...(asked === undefined || answered === undefined
      ? []
      : [
          [
            'Tokens',
            `${countText(asked)} asked, ${countText(answered)} answered${markOf(decision)}`,
          ] as const,
        ]),
    ...(decision ? [['Cost', costText(decision.cost_usd)] as const] : []),
  ];
}

/** Figures that no provider told are marked. */
const markOf = (decision: Decision | undefined): string =>
  decision?.tokens_source === 'estimate' ? ' (estimated)' : '';

const costText = (usd: number | null): string =>
  usd === null ? 'Not known: the model has no price' : usdText(usd);
