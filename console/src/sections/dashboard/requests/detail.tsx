import { Stack } from '@mantine/core';
import { isMissing } from '../../../api/query-client.ts';
import { usePathParam } from '../../../app/use-path-param.ts';
import { useRead } from '../../../api/use-read.ts';
import { RecordDetails } from '../../../records/record-details.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NotFound } from '../../../ui/states/not-found.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

/** One request: how it was decided, who was asked, and what it cost. */
export function Page() {
  const id = usePathParam('id');
  const request = useRead<Record<string, unknown>>(`/api/v1/requests/${encodeURIComponent(id)}`);
  if (request.isPending) return <PageSkeleton />;
  if (isMissing(request.error)) return <NotFound />;
  if (!request.data)
    return <ProblemAlert error={request.error} onRetry={() => void request.refetch()} />;
  return (
    <Stack gap="xs">
      <PageTitle title="Request" description={id} />
      <RecordDetails record={request.data} />
    </Stack>
  );
}
