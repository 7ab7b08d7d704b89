import { Grid, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useSearchParams } from '../../../address/search-params.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useExplanation } from './explanation.ts';
import { ExplanationView } from './explanation-view.tsx';
import { RecordedRequest } from './recorded-request.tsx';
import { EMPTY_SAMPLE, type Sample } from './sample.ts';
import { SampleForm } from './sample-form.tsx';

/** Says, while one types, what would become of a request and which policies make it so. */
export function Page() {
  const { model = '', key = '', team = '', org = '' } = useSearchParams();
  const [sample, setSample] = useState<Sample>({
    ...{ ...EMPTY_SAMPLE, model, key, team, organization: org },
  });
  const set = useCallback(
    (more: Partial<Sample>): void => setSample((now) => ({ ...now, ...more })),
    [],
  );
  const explanation = useExplanation(sample);
  return (
    <Stack>
      <PageTitle
        title="Explain a request"
        description="What would become of it by the policies as they are now. No model is asked, and nothing is stored."
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <RecordedRequest onFound={setSample} />
            <SampleForm sample={sample} set={set} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack aria-busy={explanation.isFetching}>
            {explanation.isError && (
              <ProblemAlert error={explanation.error} onRetry={() => void explanation.refetch()} />
            )}
            {sample.model === '' && (
              <Text size="sm">
                Choose a model, and what would become of the request stands here.
              </Text>
            )}
            {sample.model !== '' && explanation.data && (
              <ExplanationView explanation={explanation.data} />
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
