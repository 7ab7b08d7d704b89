import { Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParam } from '../../../address/search-params.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { countText, percentText, usdText } from '../../../ui/text/format-number.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { Figure } from '../../../ui/figure.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import {
  chartTitles,
  GROUPINGS,
  isGrouping,
  overviewCharts,
  totalsOf,
  type Overview,
} from './overview-charts.ts';
import { useOverview } from './use-overview.ts';

/** Figures over the time range of the page, of all requests or by what they are told apart by. */
export function OverTime() {
  const [wanted, setGrouping] = useSearchParam('by', 'none');
  const grouping = isGrouping(wanted) ? wanted : 'none';
  const { label } = useTimeRange();
  const { data, isError, error, refetch } = useOverview(grouping);
  const charts = useMemo(() => data && overviewCharts(data.overview, data.grouping), [data]);
  return (
    <Stack gap="sm" component="section" aria-label="Over time">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {label}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Tell requests apart"
          value={grouping}
          onChange={setGrouping}
          data={Object.entries(GROUPINGS).map(([value, text]) => ({ value, label: text }))}
        />
      </Group>
      {isError && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data ? <TotalFigures overview={data.overview} /> : !isError && <Skeleton height={90} />}
      {/* Of what cannot be read there are no charts to wait for. */}
      {(data ?? !isError) && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {chartTitles(data?.grouping ?? grouping).map((title) => (
            <TimeChart key={title} title={title} data={charts?.get(title)} order={3} />
          ))}
        </SimpleGrid>
      )}
      {data && <TimesNote timesOf={data.overview.times_of} />}
    </Stack>
  );
}

function TotalFigures({ overview }: { readonly overview: Overview }) {
  const { requests, errors, tokens, spend } = totalsOf(overview);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure title="Requests">{countText(requests)}</Figure>
      <Figure title="Errors" note={errorsNote(errors, requests)}>
        {errors === null ? '–' : countText(errors)}
      </Figure>
      <Figure title="Tokens">{countText(tokens)}</Figure>
      <Figure title="Spend">{usdText(spend)}</Figure>
    </SimpleGrid>
  );
}

/** What counts as an error, which refusals do not: those are among the requests. */
function errorsNote(errors: number | null, requests: number): string {
  const share =
    errors === null || requests === 0 ? '' : `${percentText(errors / requests)} of requests: `;
  const what = 'status 500 or more, or failed by a provider. Refusals are no errors';
  return share === '' ? sentenceCase(what) : `${share}${what}`;
}

const NOTES = {
  requests: undefined,
  attempts:
    'There are too many requests to time each one: latencies are those of single attempts at providers.',
  none: 'You may see no latencies here, or none are kept for this time.',
} as const;

function TimesNote({ timesOf }: { readonly timesOf: Overview['times_of'] }) {
  const note = NOTES[timesOf];
  if (note === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {note}
    </Text>
  );
}
