import { Text } from '@mantine/core';
import { ChangedFields } from '../objects/detail/history/changed-fields-table.tsx';
import { fieldsOf } from '../objects/detail/history/history-texts.ts';
import type { AuditEntry } from './audit-entry.ts';

/** What an entry says has changed: each field, as it was and as it is. */
export function EntryDiff({ record }: { readonly record: AuditEntry }) {
  const fields = fieldsOf(record);
  if (fields.length === 0) return <Text size="sm">This entry tells of no changed fields.</Text>;
  return <ChangedFields fields={fields} />;
}
