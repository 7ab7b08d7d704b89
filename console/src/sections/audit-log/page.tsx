import { Stack } from '@mantine/core';
import { AuditList } from '../../audit/audit-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Who did what, and when. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Audit log"
      description="Who changed what, and when: by the console, the API, kubectl or Git."
    />
    <AuditList />
  </Stack>
);
