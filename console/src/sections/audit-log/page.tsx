import { Stack } from '@mantine/core';
import { AuditList } from '../../audit/audit-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { AuditExport } from './audit-export.tsx';
import { VerifyButton } from './verify-button.tsx';

/** Who did what, and when; the log can be verified and exported. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Audit log"
      description="Who changed what, and when: by the console, the API, kubectl or Git."
      actions={
        <>
          <VerifyButton />
          <AuditExport />
        </>
      }
    />
    <AuditList />
  </Stack>
);
