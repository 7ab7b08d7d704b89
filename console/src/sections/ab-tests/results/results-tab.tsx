import { Alert, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { useRead } from '../../../api/read/use-read.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText, percentText, usdText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { MetricsTable } from './metrics-table.tsx';
import { RECOMMENDATIONS, VERDICTS, type Results } from './result-texts.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

const { collection } = RESOURCES.abTest;
const EVERY_MS = 15_000;

/** What is known of a test: the verdict, how many took part, and what the models differ by. */
export function ResultsTab({ object }: { readonly object: ApiObject }) {
  const path = objectPath(collection, object.id);
  const results = useRead<Results>(`${path}/results`, { refetchMs: EVERY_MS });
  const { data } = results;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Results
        </Title>
        <LookNow path={path} onDone={() => void results.refetch()} />
      </Group>
      {results.isPending && <Skeleton height={240} />}
      {results.isError && (
        <ProblemAlert error={results.error} onRetry={() => void results.refetch()} />
      )}
      {data && <Verdict results={data} isDraft={object['status'] === 'draft'} />}
      {data && <Arms results={data} />}
      {data && <MetricsTable results={data} />}
    </Stack>
  );
}

interface LookNowProps {
  readonly path: string;
  readonly onDone: () => void;
}

function LookNow({ path, onDone }: LookNowProps) {
  const api = useApi();
  const act = useAction(collection);
  const [isBusy, setBusy] = useState(false);
  const look = async (): Promise<void> => {
    setBusy(true);
    const isDone = await act(
      () => api.request(`${path}/collect-metrics`, { method: 'POST' }),
      'The results are of now.',
    );
    setBusy(false);
    if (isDone) onDone();
  };
  return (
    <ActionButton
      size="xs"
      variant="default"
      isBusy={isBusy}
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={() => void look()}
    >
      Look now
    </ActionButton>
  );
}

interface VerdictProps {
  readonly results: Results;
  /** Nothing was asked of it yet, so that nothing is recommended. */
  readonly isDraft: boolean;
}

function Verdict({ results, isDraft }: VerdictProps) {
  const { verdict, recommendation, reason, at, since, sample_ratio: split } = results;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <ToneBadge {...VERDICTS[verdict]} />
        {!isDraft && (
          <Text size="sm" fw={500}>
            Recommended: {RECOMMENDATIONS[recommendation]}
          </Text>
        )}
      </Group>
      <Text size="sm">{reason}</Text>
      <Text size="sm" c="dimmed">
        Of requests since <Moment at={since} />, looked at <Moment at={at} />.
      </Text>
      {split.is_mismatch && (
        <Alert color="red" title="The split is not as it should be">
          The variant has {split.observed === null ? 'no share' : percentText(split.observed)} where{' '}
          {percentText(split.expected)} is expected. That is no chance: do not go by these figures.
        </Alert>
      )}
    </Stack>
  );
}

function Arms({ results }: { readonly results: Results }) {
  const { base_metrics: base, variant_metrics: variant, sample_ratio: split } = results;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure title="Requests of the base" note={`Spent ${usdText(base.total_cost)}`}>
        {countText(base.requests)}
      </Figure>
      <Figure title="Requests of the variant" note={`Spent ${usdText(variant.total_cost)}`}>
        {countText(variant.requests)}
      </Figure>
      <Figure title="Share of the variant" note={`Expected ${percentText(split.expected)}`}>
        {split.observed === null ? '–' : percentText(split.observed)}
      </Figure>
      <Figure title="Who took part" note="Users, keys or requests, as the test goes by">
        {countText(base.units + variant.units)}
      </Figure>
    </SimpleGrid>
  );
}
