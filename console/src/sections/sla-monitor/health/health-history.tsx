import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useList } from '../../../api/read/list.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { useNow } from '../../../ui/cells/use-now.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { hoursSince, isBeyondHistory, type HealthPoint } from './health.ts';
import { chartsOfOne } from './point-charts.ts';

export interface HealthHistoryProps {
  readonly provider: string;
  readonly model: string;
}

/** How a model of a provider fared in the time range of the page, point by point. */
export function HealthHistory({ provider, model }: HealthHistoryProps) {
  const { since, label } = useTimeRange();
  const now = useNow();
  const hours = hoursSince(since, now);
  const isCut = isBeyondHistory(since, now);
  const points = useList<HealthPoint>('/api/v1/sla/history', { provider, model, hours });
  const items = points.data?.items;
  const charts = useMemo(() => items && chartsOfOne(items, hours), [items, hours]);
  return (
    <Stack gap="xs" component="section" aria-label={`History of ${model} of ${provider}`}>
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {model} of {provider}
      </Title>
      <Text size="sm" c="dimmed">
        {label}
        {isCut && ', of which the last 30 days are kept'}. Lines have gaps where nobody asked.
      </Text>
      {points.isPending && <Skeleton height={200} />}
      {points.isError && (
        <ProblemAlert error={points.error} onRetry={() => void points.refetch()} />
      )}
      {charts && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {charts.map(({ title, data }) => (
            <TimeChart key={title} title={title} data={data} order={3} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
