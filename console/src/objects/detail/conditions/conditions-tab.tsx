import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { sentenceCase } from '../../../ui/text/text.ts';
import type { ApiObject, Condition } from '../../../api/api-object.ts';
import { conditionText, observedText, readable } from './condition-texts.ts';

export interface ConditionsTabProps {
  readonly object: ApiObject;
  /** Of the object as it is now; undefined where nobody tells. */
  readonly generation: number | undefined;
}

/** What is said of an object, each with why, since when, and what to do. */
export function ConditionsTab({ object, generation }: ConditionsTabProps) {
  const { conditions = [] } = object;
  if (conditions.length === 0) {
    return (
      <Text size="sm">
        Nothing is said of it yet, or nothing that you may read. A new object has its first
        conditions within seconds.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {conditions.map((condition) => (
        <ConditionCard key={condition.type} condition={condition} generation={generation} />
      ))}
    </Stack>
  );
}

interface ConditionCardProps {
  readonly condition: Condition;
  readonly generation: number | undefined;
}

function ConditionCard({ condition, generation }: ConditionCardProps) {
  const { type, reason, message, help, lastTransitionTime } = condition;
  const { status, tone } = conditionText(condition);
  const observed = observedText(condition, generation);
  return (
    <Card withBorder padding="md" component="section" aria-label={readable(type)}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Title order={2} size="h3">
            {readable(type)}
          </Title>
          <ToneBadge label={status} tone={tone} />
        </Group>
        <Text size="sm" c="dimmed" component="span">
          since <Moment at={lastTransitionTime} />
        </Text>
      </Group>
      <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        <Text span fw={600} inherit>
          {readable(reason)}.
        </Text>{' '}
        {sentenceCase(message)}
      </Text>
      {tone !== 'good' && help !== undefined && help !== '' && (
        <Text size="sm" mt={4}>
          <Text span fw={600} inherit>
            What to do:
          </Text>{' '}
          {help}
        </Text>
      )}
      {observed !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {observed}
        </Text>
      )}
    </Card>
  );
}
