import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useList } from '../../../api/read/list.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { useNow } from '../../../ui/cells/use-now.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { hoursSince, type HealthPoint } from '../health/health.ts';
import { chartWithTarget } from '../health/point-charts.ts';
import { pointsOf, slaOf, targetCharts } from './sla.ts';

/** What was measured of each model of an SLA in the page's time range, beside the target. */
export function SlaMeasured({ object }: { readonly object: ApiObject }) {
  const { since, label } = useTimeRange();
  const hours = hoursSince(since, useNow());
  const { provider = '', model_pattern: pattern = '' } = slaOf(object);
  const points = useList<HealthPoint>('/api/v1/sla/history', { provider, hours });
  const items = points.data?.items;
  const charts = useMemo(
    () =>
      items &&
      targetCharts(slaOf(object)).map((target) =>
        chartWithTarget(pointsOf(items, pattern), target, hours),
      ),
    [items, object, pattern, hours],
  );
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {label}. Lines have gaps where nobody asked.
      </Text>
      {points.isPending && <Skeleton height={200} />}
      {points.isError && (
        <ProblemAlert error={points.error} onRetry={() => void points.refetch()} />
      )}
      {charts && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {charts.map(({ title, data }) => (
            <TimeChart key={title} title={title} data={data} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
