import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/runtime.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { CheckVerdict, type Verdict } from '../check/check-verdict.tsx';

export interface UseNowProps {
  readonly policy: string;
  readonly scope: string;
  /** Which one; empty for the whole platform. */
  readonly scopeValue: string;
}

const EVERY_MS = 5000;

/** The limit that leaves the smallest share of itself now, looked at again every few seconds. */
export function UseNow({ policy, scope, scopeValue }: UseNowProps) {
  const api = useApi();
  const verdict = useQuery({
    queryKey: ['read', 'rate-limit-use', scope, scopeValue],
    refetchInterval: EVERY_MS,
    queryFn: ({ signal }) =>
      api.json<Verdict>('/api/v1/rate-limits/check', {
        method: 'POST',
        body: {
          scope,
          ...(scope !== 'global' && { scope_value: scopeValue }),
          // A model is counted where it is asked.
          ...(scope === 'model' && { model: scopeValue }),
          estimated_tokens: 0,
        },
        signal,
      }),
  });
  if (verdict.isPending) return <Skeleton height={120} role="status" aria-label="Loading" />;
  if (verdict.isError) {
    return <ProblemAlert error={verdict.error} onRetry={() => void verdict.refetch()} />;
  }
  const nearest = verdict.data.policy;
  return (
    <Stack gap="sm">
      <CheckVerdict verdict={verdict.data} />
      <Text size="sm" c="dimmed">
        {nearest !== null && nearest !== policy
          ? 'This is the limit that leaves the smallest share of itself. It belongs to another policy: this one leaves more.'
          : 'This is the limit that leaves the smallest share of itself. It is looked at every five seconds, and nothing is counted by that.'}
      </Text>
    </Stack>
  );
}
