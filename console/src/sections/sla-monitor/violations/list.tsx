import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ViolationList } from './violation-list.tsx';

/** Targets that were missed, of all SLAs. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Violations"
      description="Targets that were missed, newest first. Open one to acknowledge or resolve it."
    />
    <ViolationList
      empty={<EmptyNote title="No violations">No target of any SLA was missed.</EmptyNote>}
    />
  </Stack>
);
