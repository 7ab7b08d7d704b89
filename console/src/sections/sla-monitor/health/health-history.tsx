import { ScrollArea, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useList } from '../../../api/list.ts';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { Count } from '../../../ui/cells/numbers.tsx';
import { durationText, percentText } from '../../../ui/cells/format-number.ts';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { hoursSince, type HealthPoint } from './health.ts';

export interface HealthHistoryProps {
  readonly provider: string;
  readonly model: string;
}

/** How a model of a provider fared in the time range of the page, point by point. */
export function HealthHistory({ provider, model }: HealthHistoryProps) {
  const { since, label } = useTimeRange();
  const hours = hoursSince(since, useNow());
  const points = useList<HealthPoint>('/api/v1/sla/history', { provider, model, hours });
  return (
    <Stack gap="xs" component="section" aria-label={`History of ${model} of ${provider}`}>
      <Title order={2} size="h5">
        {model} of {provider}
      </Title>
      <Text size="sm" c="dimmed">
        {label}, newest first. Stretches without requests have no line.
      </Text>
      {points.isPending && <Skeleton height={200} aria-label="Loading" />}
      {points.isError && (
        <ProblemAlert error={points.error} onRetry={() => void points.refetch()} />
      )}
      {points.data && <Points points={points.data.items} />}
    </Stack>
  );
}

const HEADS = ['When', 'Availability', 'Error rate', 'Median', '95th', '99th', 'First token, 95th'];

function Points({ points }: { readonly points: readonly HealthPoint[] }) {
  if (points.length === 0) return <Text size="sm">No requests in this time.</Text>;
  return (
    <ScrollArea.Autosize
      mah={480}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'History' }}
    >
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {[...HEADS, 'Requests'].map((head) => (
              <Table.Th key={head} {...(head === 'When' ? {} : { ta: 'right' as const })}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map((point) => (
            <Point key={point.at} point={point} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function Point({ point }: { readonly point: HealthPoint }) {
  const cells = [
    percent(point.availability),
    percent(point.error_rate),
    time(point.p50),
    time(point.p95),
    time(point.p99),
    time(point.ttft_p95),
  ];
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={point.at} />
      </Table.Td>
      {cells.map((text, index) => (
        <Table.Td key={HEADS[index + 1]} ta="right" className="number">
          {text ?? <Dash />}
        </Table.Td>
      ))}
      <Table.Td ta="right">
        <Count value={point.requests} />
      </Table.Td>
    </Table.Tr>
  );
}

const percent = (share: number | null) => (share === null ? undefined : percentText(share));
const time = (ms: number | null) => (ms === null ? undefined : durationText(ms));
