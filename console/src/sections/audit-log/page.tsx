import { Stack, Text } from '@mantine/core';
import type { RecordColumn } from '../../records/record-list-props.ts';
import { RecordList } from '../../records/record-list.tsx';
import { resourceOfType } from '../../resources/resource-table.ts';
import { Moment } from '../../ui/cells/moment.tsx';
import { ObjectLink } from '../../ui/cells/object-link.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EntryDetails } from './entry-details.tsx';
import type { AuditEntry } from './entry-texts.ts';
import { ExportMenu } from './export-menu.tsx';
import { AUDIT_FILTERS } from './filters.ts';
import { VerifyButton } from './verify-button.tsx';

const COLUMNS: readonly RecordColumn<AuditEntry>[] = [
  { field: 'timestamp', title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
  { field: 'user_id', title: 'Who', cell: ({ user_id, key_id }) => user_id ?? key_id ?? 'System' },
  { field: 'action', title: 'Action' },
  {
    field: 'resource_type',
    title: 'Kind',
    cell: ({ resource_type }) => resourceOfType(resource_type)?.noun ?? resource_type,
  },
  { field: 'resource_id', title: 'Object', cell: (entry) => <Subject entry={entry} /> },
  { field: 'source', title: 'By', cell: ({ source }) => SOURCES[source] },
  { field: 'organization_id', title: 'Organization', isHidden: true },
  { field: 'ip', title: 'Address', isHidden: true },
  { field: 'request_id', title: 'Request', isHidden: true },
];

const SOURCES: Readonly<Record<AuditEntry['source'], string>> = {
  api: 'API',
  console: 'Console',
  kubectl: 'kubectl',
  gitops: 'GitOps',
  system: 'System',
};

function Subject({ entry }: { readonly entry: AuditEntry }) {
  const resource = resourceOfType(entry.resource_type);
  return <ObjectLink collection={resource?.collection ?? ''} id={entry.resource_id} />;
}

/** What was done, by whom, and what changed by it. */
export function Page() {
  return (
    <Stack gap="xs">
      <PageTitle
        title="Audit log"
        description="Who changed what, newest first. Open an entry to see the change."
        actions={
          <>
            <VerifyButton />
            <ExportMenu />
          </>
        }
      />
      <RecordList<AuditEntry>
        collection="/api/v1/audit-logs"
        nouns="entries"
        idOf={({ id }) => id}
        columns={COLUMNS}
        filters={AUDIT_FILTERS}
        isTimed
        Details={EntryDetails}
        refetchMs={15_000}
        empty={
          <Text size="sm">
            Nothing was changed in this time. Choose a longer one at the top of the page.
          </Text>
        }
      />
    </Stack>
  );
}
