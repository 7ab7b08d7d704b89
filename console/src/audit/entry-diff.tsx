import { Table, Text } from '@mantine/core';
import { valueText } from '../ui/text/value-text.ts';
import { fieldTitle } from '../ui/text/text.ts';
import { Dash } from '../ui/cells/moment.tsx';
import type { AuditEntry } from './audit-entry.ts';
import { changedFields } from './changed-fields.ts';

/** What an entry says has changed: each field, as it was and as it is. */
export function EntryDiff({ record }: { readonly record: AuditEntry }) {
  const fields = changedFields(record.changes);
  if (fields.length === 0) return <Text size="sm">This entry tells of no changed fields.</Text>;
  return (
    <Table aria-label="Changes" className="console-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, before, after }) => (
          <Table.Tr key={name} style={{ verticalAlign: 'top' }}>
            <Table.Td>{fieldTitle(name)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown(before)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown(after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const shown = (value: unknown) => {
  const text = valueText(value);
  return text === '' ? <Dash /> : text;
};
