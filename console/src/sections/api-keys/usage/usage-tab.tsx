import { Anchor, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useObject } from '../../../api/read/list.ts';
import { useSearchParam } from '../../../address/search-params.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { countText } from '../../../ui/text/format-number.ts';
import { Figure } from '../../../ui/figure.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { ModelUsage } from './model-usage.tsx';
import { spendChart, tokensChart, type UsageReport } from './usage-report.ts';

const PERIODS = [
  { value: 'daily', label: 'Today' },
  { value: 'weekly', label: 'This week' },
  { value: 'monthly', label: 'This month' },
];

/** What a key used and spent: together, over time, and by model. */
export function UsageTab({ object }: { readonly object: ApiObject }) {
  const [period, setPeriod] = useSearchParam('period', 'monthly');
  const search = useKeptSearch();
  const report = useObject<UsageReport>(RESOURCES.apiKey.collection, object.id, {
    below: '/usage',
    query: { period },
  });
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Time"
          data={PERIODS}
          value={period}
          onChange={setPeriod}
          size="xs"
        />
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/requests" search={{ ...search, key: object.id } as never} />
          )}
        >
          Its requests, one by one
        </Anchor>
      </Group>
      {report.isError && (
        <ProblemAlert error={report.error} onRetry={() => void report.refetch()} />
      )}
      {report.isPending && <PageSkeleton />}
      {report.data && <Report report={report.data} />}
    </Stack>
  );
}

function Report({ report }: { readonly report: UsageReport }) {
  const spend = useMemo(() => spendChart(report), [report]);
  const tokens = useMemo(() => tokensChart(report), [report]);
  const { unpriced_requests: unpriced } = report;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Figure title="Spend">
          <Usd value={report.cost} />
        </Figure>
        <Figure title="Requests">
          <Count value={report.requests} />
        </Figure>
        <Figure title="Tokens">
          <Count value={report.total_tokens} />
        </Figure>
      </SimpleGrid>
      {unpriced > 0 && (
        <Text size="sm">
          {countText(unpriced)} of these requests went to models without a price. They count as
          nothing.
        </Text>
      )}
      {report.requests > 0 && (
        <>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <TimeChart title="Spend" data={spend} />
            <TimeChart title="Tokens" data={tokens} />
          </SimpleGrid>
          <ModelUsage models={report.by_model} />
        </>
      )}
    </>
  );
}
