import { Stack } from '@mantine/core';
import { useLicense } from '../../../api/license.ts';
import { RecordDetails } from '../../../records/record-details.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

/** How the license is. */
export function Page() {
  const license = useLicense();
  if (license.isPending) return <PageSkeleton />;
  return (
    <Stack maw={860}>
      <PageTitle
        title="License"
        description="What this installation is licensed for, and until when."
      />
      {license.data ? (
        <RecordDetails record={license.data} />
      ) : (
        <ProblemAlert error={license.error} onRetry={() => void license.refetch()} />
      )}
    </Stack>
  );
}
