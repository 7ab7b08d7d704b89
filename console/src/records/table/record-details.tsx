import { Code, Table } from '@mantine/core';
import { fieldTitle } from '../../ui/text/text.ts';
import { Dash, Moment } from '../../ui/cells/moment.tsx';
import { valueText } from '../../ui/text/value-text.ts';

const IS_MOMENT = /(_at|^at|timestamp)$/;

/** All that is known of a record. Structures stand as they are. */
export function RecordDetails({ record }: { readonly record: object }) {
  return (
    <Table withRowBorders={false} className="console-table">
      <Table.Tbody>
        {Object.entries(record as Readonly<Record<string, unknown>>).map(([name, value]) => (
          <Table.Tr key={name} style={{ verticalAlign: 'top' }}>
            <Table.Th scope="row" w={200} fw={500}>
              {fieldTitle(name)}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Value name={name} value={value} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value === 'string' && IS_MOMENT.test(name)) return <Moment at={value} />;
  if (typeof value === 'object' && value !== null && !isFlat(value)) {
    return (
      <Code block tabIndex={0} role="group" aria-label={fieldTitle(name)}>
        {JSON.stringify(value, null, 2)}
      </Code>
    );
  }
  const text = valueText(value);
  return text === '' ? <Dash /> : text;
}

const isFlat = (value: object): boolean =>
  Array.isArray(value) && value.every((part) => typeof part !== 'object');
