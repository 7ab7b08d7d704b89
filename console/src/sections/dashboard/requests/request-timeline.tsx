import { Group, Text, Timeline } from '@mantine/core';
import { IconArrowRight, IconListCheck } from '@tabler/icons-react';
import { durationText } from '../../../ui/text/format-number.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import {
  ATTEMPTS,
  detailText,
  momentsOf,
  outcomeText,
  policyCollection,
  stageTitle,
  type Attempt,
  type RequestDetail,
  type Step,
} from './request-texts.ts';

/** What the gateway decided of a request, and what each attempt at a provider came to, in order. */
export function RequestTimeline({ request }: { readonly request: RequestDetail }) {
  const moments = momentsOf(request);
  if (moments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {request.has_decision ? 'No step was noted.' : 'Its steps are not kept any more.'}
      </Text>
    );
  }
  return (
    <Timeline bulletSize={22} lineWidth={2} active={moments.length}>
      {moments.map((moment, index) =>
        moment.kind === 'step' ? (
          <Timeline.Item
            key={`${index} ${moment.step.stage}`}
            bullet={<IconListCheck size={12} aria-hidden />}
            title={stageTitle(moment.step.stage)}
          >
            <StepText step={moment.step} />
          </Timeline.Item>
        ) : (
          <Timeline.Item
            key={`attempt ${moment.attempt.number}`}
            bullet={<IconArrowRight size={12} aria-hidden />}
            title={`Attempt ${moment.attempt.number}`}
          >
            <AttemptText attempt={moment.attempt} />
          </Timeline.Item>
        ),
      )}
    </Timeline>
  );
}

function StepText({ step }: { readonly step: Step }) {
  const collection = policyCollection(step);
  const { detail, policy } = step;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {outcomeText(step)}
      {detail !== undefined && ` · ${detailText(step)}`}
      {policy !== undefined && collection !== undefined && (
        <>
          {' · '}
          <ObjectLink collection={collection} id={policy} />
        </>
      )}
      {policy !== undefined && collection === undefined && ` · ${policy}`}
    </Text>
  );
}

function AttemptText({ attempt }: { readonly attempt: Attempt }) {
  const { outcome, provider, model, reason, latency_ms: took, first_token_ms: first } = attempt;
  return (
    <Group gap="xs">
      <ToneBadge {...ATTEMPTS[outcome]} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {model} at <ObjectLink collection="/api/v1/providers" id={provider} />
        {took !== null && `, in ${durationText(took)}`}
        {first !== null && `, the first token after ${durationText(first)}`}
        {reason !== null && `: ${reason.replaceAll('_', ' ')}`}
      </Text>
    </Group>
  );
}
