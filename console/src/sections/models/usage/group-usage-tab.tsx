import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRead } from '../../../api/read/use-read.ts';
import { keptOf, useSearchParams } from '../../../address/search-params.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { percentText } from '../../../ui/text/format-number.ts';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { chartsOf, usageOf, type GroupUsage, type Overview } from './group-points.ts';

export interface GroupUsageTabProps {
  /** What requests are told apart by; also the filter of the list of requests. */
  readonly by: 'model' | 'provider';
  readonly id: string;
}

/** How much one model or provider was asked in the time range of the page, how fast it was, and what it cost. */
export function GroupUsageTab({ by, id }: GroupUsageTabProps) {
  const { since, until, label } = useTimeRange();
  const params = useSearchParams();
  const overview = useRead<Overview>('/api/v1/metrics/overview', {
    query: { since, until, group_by: by, organization_id: params['org'] },
  });
  const { data } = overview;
  const usage = useMemo(() => data && usageOf(data, id), [data, id]);
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {label}. Choose another time in the header.
        </Text>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/requests" search={{ ...keptOf(params), [by]: id } as never} />
          )}
        >
          Its requests, one by one
        </Anchor>
      </Group>
      {overview.isError && (
        <ProblemAlert error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.isPending && <PageSkeleton />}
      {usage && <Usage usage={usage} by={by} />}
    </Stack>
  );
}

function Usage({ usage, by }: { readonly usage: GroupUsage; readonly by: 'model' | 'provider' }) {
  const charts = useMemo(() => chartsOf(usage), [usage]);
  const { requests, errors, tokens, spend } = usage;
  if (usage.points.length === 0) {
    return (
      <Text size="sm">
        Nobody asked this {by} in this time, or others were asked far more: the ten with the most
        requests are told apart.
      </Text>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure title="Requests">
          <Count value={requests} />
        </Figure>
        <Figure title="Failed">{percentText(requests === 0 ? 0 : errors / requests)}</Figure>
        <Figure title="Tokens">
          <Count value={tokens} />
        </Figure>
        <Figure title="Spend">
          <Usd value={spend} />
        </Figure>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TimeChart title="Requests" data={charts.requests} />
        <TimeChart title="How long answers took" data={charts.times} />
        <TimeChart title="Tokens" data={charts.tokens} />
        <TimeChart title="Spend" data={charts.spend} />
      </SimpleGrid>
    </>
  );
}
