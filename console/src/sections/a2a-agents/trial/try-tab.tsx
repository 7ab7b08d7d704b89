import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import { TeamSelect, useTeamChoice } from '../../../objects/trial/team-select.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { shownCard, type ToldCard } from '../card/agent-card.ts';
import { useCard } from '../card/use-card.ts';
import { isOpen } from './agent-answer.ts';
import { versionOf } from './agent-call.ts';
import { AnswerPane } from './answer-pane.tsx';
import { useTrialCall } from './use-trial-call.ts';

interface AgentProps {
  readonly object: ApiObject;
}

/** Sends an agent a message through the gateway, and shows what it answers. */
export function TryTab({ object }: AgentProps) {
  const isOff = object['is_active'] === false;
  const read = useCard(object.id);
  if (isOff) return <Text size="sm">It is switched off: gateways do not call it.</Text>;
  return (
    <Stack gap="sm">
      {read.isError && (
        <ProblemAlert
          error={read.error}
          title="It cannot be tried now"
          onRetry={() => void read.refetch()}
        />
      )}
      {read.isPending && <PageSkeleton />}
      {read.data && <Trial object={object} told={read.data} />}
    </Stack>
  );
}

interface TrialProps extends AgentProps {
  readonly told: ToldCard;
}

function Trial({ object, told }: TrialProps) {
  const [text, setText] = useState('');
  const speech = {
    version: versionOf(told.protocol_versions),
    isStreaming: shownCard(told.card).isStreaming,
  };
  const choice = useTeamChoice();
  const call = useTrialCall(object.id, speech, choice.team);
  const goesOn = call.answer !== undefined && isOpen(call.answer);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') void call.send(text, goesOn);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm" maw={720}>
        <Text size="sm">
          It is called as you: who may use it, your limits and budgets hold, and what it costs is
          counted as yours.
        </Text>
        <Textarea
          {...{ label: 'Message', autosize: true, minRows: 3, maxRows: 16, withAsterisk: true }}
          description={goesOn ? 'It goes on with the task below, until that has ended.' : undefined}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <TeamSelect choice={choice} />
        <Group gap="xs">
          <ActionButton type="submit" isBusy={call.isBusy} disabled={text.trim() === ''}>
            Send
          </ActionButton>
          {goesOn && (
            <ActionButton variant="default" isBusy={false} onClick={() => void call.cancel()}>
              Cancel the task
            </ActionButton>
          )}
        </Group>
        {call.failure !== undefined && <ProblemAlert error={call.failure} title="Not answered" />}
        {call.answer && <AnswerPane answer={call.answer} isBusy={call.isBusy} />}
      </Stack>
    </form>
  );
}
