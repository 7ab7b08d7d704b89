import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useList } from '../../../api/read/list.ts';
import { useSearchParams, useSetSearchParams } from '../../../address/search-params.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { HealthCard } from './health-card.tsx';
import { HealthHistory } from './health-history.tsx';
import { worstFirst, type Health } from './health.ts';

const EVERY_MS = 15_000;

/** How each model of each provider fares. */
export function Page() {
  const health = useList<Health>('/api/v1/sla/health', {}, { refetchMs: EVERY_MS });
  const { provider, model } = useSearchParams();
  if (health.isPending) return <PageSkeleton />;
  return (
    <Stack gap="md">
      <PageTitle
        title="Health"
        description="How each model of each provider fared in the last hour. What fares worst comes first, and what has too few requests to tell comes last, the most asked first."
      />
      {health.isError && (
        <ProblemAlert error={health.error} onRetry={() => void health.refetch()} />
      )}
      {provider !== undefined && model !== undefined && (
        <HealthHistory provider={provider} model={model} />
      )}
      {health.data && <Grid all={health.data.items} />}
    </Stack>
  );
}

function Grid({ all }: { readonly all: readonly Health[] }) {
  const { provider, model } = useSearchParams();
  const set = useSetSearchParams();
  if (all.length === 0) {
    return (
      <Text size="sm">
        No model was asked in the last hour. As soon as requests come, each model is shown here.
      </Text>
    );
  }
  return (
    <Stack gap="xs" component="section" aria-label="Models">
      <Title order={2} size="h5">
        Models
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="sm">
        {worstFirst(all).map((health) => {
          const isChosen = health.provider === provider && health.model === model;
          return (
            <HealthCard
              key={`${health.provider} ${health.model}`}
              health={health}
              isChosen={isChosen}
              onChoose={() =>
                set({
                  provider: isChosen ? undefined : health.provider,
                  model: isChosen ? undefined : health.model,
                })
              }
            />
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
