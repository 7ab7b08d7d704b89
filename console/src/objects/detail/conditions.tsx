import { Stack, Table, Text } from '@mantine/core';
import { Moment } from '../../ui/cells/moment.tsx';
import { ToneBadge } from '../../ui/cells/state-badge.tsx';
import type { Tone } from '../../ui/cells/object-state.ts';
import type { Condition } from '../object-definition.ts';
import type { PartProps } from './object-tabs.tsx';

const MEANINGS: Readonly<Record<string, string>> = {
  Accepted: 'It is valid, and everything that it names is there.',
  Programmed: 'Services have been given it.',
  Ready: 'Every replica that needs it runs it.',
  Enforced: 'Everything that it asks for is acted on.',
  Healthy: 'What it stands for works.',
  Reconciling: 'A change is being taken up.',
  Stalled: 'It does not go on by itself.',
};

/** Conditions of which being true is no good news. */
const BAD_WHEN_TRUE = new Set(['Reconciling', 'Stalled']);

function toneOf({ type, status }: Condition): Tone {
  if (status === 'Unknown') return 'waiting';
  if (type === 'Reconciling') return status === 'True' ? 'waiting' : 'good';
  return (status === 'True') === BAD_WHEN_TRUE.has(type) ? 'bad' : 'good';
}

const WORDS = { True: 'Yes', False: 'No', Unknown: 'Not known' } as const;

/** What the operator says of an object, with what to do about it. */
export function Conditions({ versioned: { object } }: PartProps) {
  const { conditions = [] } = object;
  if (conditions.length === 0) {
    return <Text size="sm">The operator has not looked at it yet.</Text>;
  }
  return (
    <Table className="console-table" aria-label="Conditions">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Condition</Table.Th>
          <Table.Th>Holds</Table.Th>
          <Table.Th>Why</Table.Th>
          <Table.Th>Since</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {conditions.map((condition) => (
          <ConditionRow key={condition.type} condition={condition} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ConditionRow({ condition }: { readonly condition: Condition }) {
  const { type, status, reason, message, lastTransitionTime } = condition;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>
        <Text size="sm" fw={500}>
          {type}
        </Text>
        <Text size="xs" c="dimmed">
          {MEANINGS[type]}
        </Text>
      </Table.Td>
      <Table.Td>
        <ToneBadge label={WORDS[status]} tone={toneOf(condition)} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Stack gap={0}>
          <Text size="sm">{message}</Text>
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td>
        <Moment at={lastTransitionTime} />
      </Table.Td>
    </Table.Tr>
  );
}
