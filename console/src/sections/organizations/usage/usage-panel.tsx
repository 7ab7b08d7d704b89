import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Alert, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useObject } from '../../../api/read/list.ts';
import { useSearchParam } from '../../../address/search-params.ts';
import type { ChartData } from '../../../charts/chart-data.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { countText, usdText } from '../../../ui/text/format-number.ts';
import { useNow } from '../../../ui/cells/use-now.ts';
import { Figure } from '../../../ui/figure.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { UsageByModel } from './usage-by-model.tsx';

type Usage = ApiSchemas['UsageReport'];

export interface UsagePanelProps {
  /** Path in the API: `/api/v1/teams`. */
  readonly collection: string;
  readonly id: string;
}

const PERIODS = [
  { value: 'daily', label: 'Today' },
  { value: 'weekly', label: 'This week' },
  { value: 'monthly', label: 'This month' },
];

/** What was used and spent by a team or an organization. */
export function UsagePanel({ collection, id }: UsagePanelProps) {
  const [period, setPeriod] = useSearchParam('period', 'monthly');
  const usage = useObject<Usage>(collection, id, { below: '/usage', query: { period } });
  return (
    <Stack gap="md" align="stretch">
      <SegmentedControl
        aria-label="Period"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        data={PERIODS}
        value={period}
        onChange={setPeriod}
      />
      {usage.isPending && <PageSkeleton />}
      {usage.isError && <ProblemAlert error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && <Known usage={usage.data} />}
    </Stack>
  );
}

function Known({ usage }: { readonly usage: Usage }) {
  const { cost, requests, input_tokens: input, output_tokens: output, unpriced_requests } = usage;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Figure title="Spent">{usdText(cost)}</Figure>
        <Figure title="Requests">{countText(requests)}</Figure>
        <Figure title="Tokens asked">{countText(input)}</Figure>
        <Figure title="Tokens answered">{countText(output)}</Figure>
      </SimpleGrid>
      {unpriced_requests > 0 && (
        <Alert color="yellow" title="Not all of it has a price">
          The cost of {countText(unpriced_requests)} requests is not known, and counts as nothing.
        </Alert>
      )}
      <TimeChart title="Spent over time" data={useCostOverTime(usage)} />
      <UsageByModel usage={usage} />
      <Text size="xs" c="dimmed">
        Days are those of {usage.time_zone}.
      </Text>
    </>
  );
}

/** Periods that have not begun yet are left out. */
function useCostOverTime({ series: all }: Usage): ChartData {
  const now = useNow();
  const count = all.filter(({ start }) => Date.parse(start) <= now).length;
  return useMemo(() => {
    const begun = all.slice(0, count);
    return {
      unit: 'USD',
      moments: begun.map(({ start }) => Date.parse(start)),
      series: [{ name: 'Spent', values: begun.map(({ cost }) => cost) }],
    };
  }, [all, count]);
}
