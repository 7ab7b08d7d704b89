import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isMissing } from '../../../api/query-client.ts';
import { useRead } from '../../../api/use-read.ts';
import { RecordDetails } from '../../../records/record-details.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NotFound } from '../../../ui/states/not-found.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

/** A report, with its lines. */
export function Page() {
  const { id = '' } = useParams({ strict: false });
  const request = useRead<Record<string, unknown>>(
    `/api/v1/chargeback/reports/${encodeURIComponent(id)}`,
  );
  if (request.isPending) return <PageSkeleton />;
  if (isMissing(request.error)) return <NotFound />;
  if (!request.data)
    return <ProblemAlert error={request.error} onRetry={() => void request.refetch()} />;
  return (
    <Stack gap="xs">
      <PageTitle title="Chargeback report" description={id} />
      <RecordDetails record={request.data} />
    </Stack>
  );
}
