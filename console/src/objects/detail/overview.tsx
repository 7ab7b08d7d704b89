import { Fieldset, Stack, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { valueText } from '../../records/table/value-text.ts';
import { Dash, Moment } from '../../ui/cells/moment.tsx';
import { ObjectLink } from '../../ui/cells/object-link.tsx';
import { REFERENCES } from '../form/field-kind.ts';
import type { ApiObject } from '../object-definition.ts';
import { fieldTitle } from '../text.ts';
import type { PartProps } from './object-tabs.tsx';

/** What is set of an object, by its groups, and what the service adds. */
export function Overview({ definition, versioned: { object } }: PartProps) {
  const groups = [
    ...definition.groups,
    { title: 'About it', fields: ['id', 'created_at', 'updated_at'] },
  ];
  return (
    <Stack maw={860}>
      {groups.map(({ title, fields }) => (
        <Fieldset key={title} legend={title}>
          <Table className="console-table" withRowBorders={false}>
            <Table.Tbody>
              {fields.map((name) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" w="34%" fw={500} style={{ verticalAlign: 'top' }}>
                    {fieldTitle(name)}
                  </Table.Th>
                  <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                    {shown(name, object)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Fieldset>
      ))}
    </Stack>
  );
}

function shown(name: string, object: ApiObject): ReactNode {
  const value = object[name];
  const collection = REFERENCES[name];
  if (collection !== undefined && typeof value === 'string') {
    return <ObjectLink collection={collection} id={value} />;
  }
  if (name.endsWith('_at') && typeof value === 'string') return <Moment at={value} />;
  const text = valueText(value);
  return text === '' ? <Dash /> : text;
}
