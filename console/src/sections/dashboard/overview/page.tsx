import { SimpleGrid, Stack } from '@mantine/core';
import { useRead } from '../../../api/use-read.ts';
import { useSearchParam } from '../../../app/search-params.ts';
import { countText, durationText, percentText, usdText } from '../../../ui/cells/format-number.ts';
import { Figure } from '../../../ui/figure.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { Shares, type Share } from './shares.tsx';

/** What `GET /api/v1/metrics/realtime` says. */
interface Now {
  readonly requests_per_minute: number;
  readonly tokens_per_minute: number;
  readonly error_rate: number | null;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly spend_today_usd: number;
  readonly by_model: readonly Share[];
  readonly by_provider: readonly Share[];
}

const NONE = '–';

/** What happens now. */
export function Page() {
  const [organization] = useSearchParam('org');
  const now = useRead<Now>('/api/v1/metrics/realtime', {
    query: organization === '' ? {} : { organization_id: organization },
    refetchMs: 10_000,
  });
  if (now.isPending) return <PageSkeleton />;
  return (
    <Stack>
      <PageTitle title="Dashboard" description="What happens now, of the last minutes." />
      {now.isError && <ProblemAlert error={now.error} onRetry={() => void now.refetch()} />}
      {now.data && <Figures now={now.data} />}
    </Stack>
  );
}

function Figures({ now }: { readonly now: Now }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Figure title="Requests a minute">{countText(now.requests_per_minute)}</Figure>
        <Figure title="Tokens a minute">{countText(now.tokens_per_minute)}</Figure>
        <Figure title="Spend today">{usdText(now.spend_today_usd)}</Figure>
        <Figure title="Errors">
          {now.error_rate === null ? NONE : percentText(now.error_rate)}
        </Figure>
        <Figure title="Half of the answers took at most">
          {now.p50_ms === null ? NONE : durationText(now.p50_ms)}
        </Figure>
        <Figure title="95 of 100 answers took at most">
          {now.p95_ms === null ? NONE : durationText(now.p95_ms)}
        </Figure>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Shares title="By model" shares={now.by_model} />
        <Shares title="By provider" shares={now.by_provider} />
      </SimpleGrid>
    </>
  );
}
