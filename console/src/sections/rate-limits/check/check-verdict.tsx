import { Alert, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText } from '../../../ui/text/format-number.ts';
import { useNow } from '../../../ui/cells/use-now.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';

/** What the service says of a request. */
export interface Verdict {
  readonly allowed: boolean;
  /** The rate limit that refuses, or that is nearest; null where none applies. */
  readonly policy: string | null;
  /** What it limits, in words. */
  readonly limit: string | null;
  readonly remaining: number | null;
  readonly reset_at: string | null;
  readonly retry_after_seconds: number | null;
}

/** Whether a request would pass, and the limit that is nearest. */
export function CheckVerdict({ verdict }: { readonly verdict: Verdict }) {
  const { allowed, policy, limit, remaining, reset_at, retry_after_seconds } = verdict;
  const now = useNow();
  return (
    <Alert
      role="status"
      color={allowed ? 'teal' : 'red'}
      icon={allowed ? <IconCircleCheck size={18} /> : <IconCircleX size={18} />}
      title={allowed ? 'The request would pass' : 'The request would be refused'}
    >
      <Stack gap={4}>
        {policy === null ? (
          <Text size="sm">No rate limit applies to it.</Text>
        ) : (
          <Text size="sm">
            Rate limit <ObjectLink collection={RESOURCES.rateLimitPolicy.collection} id={policy} />
          </Text>
        )}
        {limit !== null && <Text size="sm">{limit}</Text>}
        {remaining !== null && <Text size="sm">{countText(remaining)} left</Text>}
        {reset_at !== null && Date.parse(reset_at) > now && (
          <Text size="sm">
            Full again <Moment at={reset_at} />
          </Text>
        )}
        {retry_after_seconds !== null && (
          <Text size="sm">Worth trying again after {countText(retry_after_seconds)} s</Text>
        )}
      </Stack>
    </Alert>
  );
}
