import { Stack } from '@mantine/core';
import { useCan } from '../../../api/runtime.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Attention } from '../attention/attention.tsx';
import { Checklist } from '../first-run/checklist.tsx';
import { Now } from '../now/now.tsx';
import { OverTime } from '../over-time/over-time.tsx';

/** What needs somebody, what happens now, and how it went. */
export function Page() {
  const canSeeUsage = useCan('usage:read');
  return (
    <Stack gap="lg">
      <PageTitle
        title="Dashboard"
        description="What needs you, what happens now, and how it went."
      />
      <Checklist />
      <Attention />
      {canSeeUsage && <Now />}
      {canSeeUsage && <OverTime />}
    </Stack>
  );
}
