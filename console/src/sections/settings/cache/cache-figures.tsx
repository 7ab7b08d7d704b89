import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSearchParam } from '../../../address/search-params.ts';
import { useRead } from '../../../api/read/use-read.ts';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { Count, Percent, Usd } from '../../../ui/cells/numbers.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { CACHE_STATS } from './use-cache-write.ts';

type CacheStats = ApiSchemas['CacheStats'];

/** What the cache did in the time range of the page, and what it saved. */
export function CacheFigures() {
  const { since, until, label } = useTimeRange();
  const [organization] = useSearchParam('org');
  const query = { since, until, organization_id: organization };
  const { data, isPending, isError, error, refetch } = useRead<CacheStats>(CACHE_STATS, { query });
  return (
    <Stack gap="sm" component="section" aria-label="What it saved">
      <Title order={2} size="h5">
        What it saved
      </Title>
      <Text size="sm" c="dimmed">
        {label}. Choose another time in the header, of 31 days at most.
      </Text>
      {isError && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {data && <Figures stats={data} />}
    </Stack>
  );
}

function Figures({ stats }: { readonly stats: CacheStats }) {
  const { is_enabled: isEnabled, hits, misses, bypassed, hit_rate: rate } = stats;
  return (
    <>
      {!isEnabled && (
        <Alert color="gray">The cache is off: every request is answered by a provider.</Alert>
      )}
      {hits + misses + bypassed === 0 ? (
        <Text size="sm">No request met the cache in this time.</Text>
      ) : (
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <Figure title="Hits" note="Answered from the cache">
            <Count value={hits} />
          </Figure>
          <Figure title="Misses" note="Looked for, and not there">
            <Count value={misses} />
          </Figure>
          <Figure title="Hit rate" note="Hits of hits and misses">
            {rate === null ? <Dash /> : <Percent value={rate * 100} />}
          </Figure>
          <Figure
            title="Not looked for"
            note="Requests that are never kept, or asked for no answer of before"
          >
            <Count value={bypassed} />
          </Figure>
          <Figure title="Money saved" note="What the answers cost when providers gave them">
            <Usd value={stats.cost_saved_usd} />
          </Figure>
          <Figure title="Tokens saved">
            <Count value={stats.tokens_saved} />
          </Figure>
          <Figure title="Answers kept" note={keptNote(stats)}>
            <Count value={stats.entries} />
          </Figure>
        </SimpleGrid>
      )}
    </>
  );
}

const keptNote = ({ entries }: CacheStats): string =>
  entries === null
    ? 'Known of the whole platform alone, where its gateways say it'
    : 'In the memory of all gateways, now';
