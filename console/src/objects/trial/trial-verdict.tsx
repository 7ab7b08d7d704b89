import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { ActionButton } from '../../ui/action/action-button.tsx';
import type { TrialFacts, Verdict } from './trial.ts';

export interface TrialVerdictProps {
  readonly facts: TrialFacts;
  readonly verdict: Verdict;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}

/** What was asked, what came of it, and how long that took. */
export function TrialVerdict({ facts, verdict, isBusy, onAgain }: TrialVerdictProps) {
  const Sign = verdict.ok ? IconCircleCheck : IconAlertTriangle;
  return (
    <Stack>
      <Alert
        color={verdict.ok ? 'teal' : 'red'}
        icon={<Sign size={18} aria-hidden />}
        title={verdict.ok ? 'It works' : 'It does not work'}
        role="status"
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {verdict.message}
        </Text>
      </Alert>
      <Table className="console-table" aria-label="The test">
        <Table.Tbody>
          {facts.map(([name, text]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end">
        <ActionButton variant="default" isBusy={isBusy} onClick={onAgain}>
          Test again
        </ActionButton>
      </Group>
    </Stack>
  );
}
