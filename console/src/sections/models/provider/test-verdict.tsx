import { Alert, Group, Stack, Table } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ApiObject } from '../../../api/api-object.ts';
import { countText, durationText } from '../../../ui/text/format-number.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** What `POST /api/v1/providers/{id}/test` answers. */
export interface Verdict {
  readonly ok: boolean;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly latency_ms: number;
  /** How many models it lists. */
  readonly models: number | null;
  readonly message: string;
}

export interface TestVerdictProps {
  readonly provider: ApiObject;
  readonly verdict: Verdict;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}

/** What was asked of a provider, what it answered, and how long that took. */
export function TestVerdict({ provider, verdict, isBusy, onAgain }: TestVerdictProps) {
  const Sign = verdict.ok ? IconCircleCheck : IconAlertTriangle;
  return (
    <Stack>
      <Alert
        color={verdict.ok ? 'teal' : 'red'}
        icon={<Sign size={18} aria-hidden />}
        title={verdict.ok ? 'It works' : 'It does not work'}
        role="status"
      >
        {verdict.message}
      </Alert>
      <Table className="console-table" aria-label="The test">
        <Table.Tbody>
          {rowsOf(provider, verdict).map(([name, text]) => (
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

function rowsOf(provider: ApiObject, verdict: Verdict): (readonly [string, string])[] {
  if (provider['type'] === 'simulated') return [['Asked for', 'Nothing: it answers by itself.']];
  const address = provider['base_url'];
  const { status, models, latency_ms: ms } = verdict;
  return [
    ['Asked for', 'Its list of models, with its credential. No model was asked anything.'],
    ...(typeof address === 'string' && address !== '' ? [['At', address] as const] : []),
    ['Answer', status === null ? 'None' : `HTTP status ${status}`],
    ['Took', durationText(ms)],
    ...(models === null ? [] : [['Models it lists', countText(models)] as const]),
  ];
}
