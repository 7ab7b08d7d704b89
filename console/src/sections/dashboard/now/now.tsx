import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { useRead } from '../../../api/read/use-read.ts';
import { useSearchParam } from '../../../address/search-params.ts';
import { countText, durationText, percentText, usdText } from '../../../ui/text/format-number.ts';
import { Figure } from '../../../ui/figure.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { Shares } from './shares.tsx';

type RealtimeMetrics = ApiSchemas['RealtimeMetrics'];

const EVERY_MS = 10_000;
const NONE = '–';

/** What happens now: of the last minute, and of today. */
export function Now() {
  const [organization] = useSearchParam('org');
  const now = useRead<RealtimeMetrics>('/api/v1/metrics/realtime', {
    query: { organization_id: organization },
    refetchMs: EVERY_MS,
  });
  return (
    <Stack gap="sm" component="section" aria-label="Now">
      <Title order={2} size="h4">
        Now
      </Title>
      {now.isPending && <Skeleton height={190} />}
      {now.isError && <ProblemAlert error={now.error} onRetry={() => void now.refetch()} />}
      {now.data && <Figures now={now.data} />}
    </Stack>
  );
}

const timeText = (ms: number | null): string => (ms === null ? NONE : durationText(ms));

function Figures({ now }: { readonly now: RealtimeMetrics }) {
  const { error_rate: errors, active_requests: active } = now;
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          title="Requests a minute"
          {...(active === null ? {} : { note: `${countText(active)} under way` })}
        >
          {countText(now.requests_per_minute)}
        </Figure>
        <Figure
          title="Errors"
          note="Of the last minute: status 500 or more, or failed by a provider. Refusals are no errors"
        >
          {errors === null ? NONE : percentText(errors)}
        </Figure>
        <Figure title="Tokens a minute">{countText(now.tokens_per_minute)}</Figure>
        <Figure title="Spend today" note={`Since midnight, ${now.time_zone}`}>
          {usdText(now.spend_today_usd)}
        </Figure>
        <Figure title="Median latency">{timeText(now.p50_ms)}</Figure>
        <Figure title="95th percentile">{timeText(now.p95_ms)}</Figure>
        <Figure title="99th percentile">{timeText(now.p99_ms)}</Figure>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Shares title="By model" shares={now.by_model} />
        <Shares title="By provider" shares={now.by_provider} />
      </SimpleGrid>
    </>
  );
}
