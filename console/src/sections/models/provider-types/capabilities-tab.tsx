import { Stack, Table, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { nameFirst, PROVIDER_TYPES, type Can, type ProviderType } from './provider-types.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

const WORDS: Readonly<Record<Can, string>> = { yes: 'Yes', no: 'No', models: 'Some models' };

/** What each vendor can, this provider's first. */
export function CapabilitiesTab({ object }: { readonly object: ApiObject }) {
  const isOwn = ({ type }: ProviderType): boolean => type === object['type'];
  const types = PROVIDER_TYPES.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Requests in the API of a provider go on as they are; others are translated. Where some
        models can, the vendor says of each whether it does.
      </Text>
      <TableRegion label="What vendors support" minWidth={640}>
        <Table.Thead>
          <Table.Tr>
            {['Vendor', 'Asked by', 'Tools', 'Images', 'JSON Schema', 'Reasoning'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {types.map((type) => (
            <Row key={type.type} type={type} isOwn={isOwn(type)} />
          ))}
        </Table.Tbody>
      </TableRegion>
    </Stack>
  );
}

function Row({ type, isOwn }: { readonly type: ProviderType; readonly isOwn: boolean }) {
  const { name, asked, tools, images, schema, reasoning } = type;
  return (
    <Table.Tr aria-current={isOwn ? true : undefined}>
      <Table.Th scope="row">
        {nameFirst(name)}
        {isOwn && ' (this provider)'}
      </Table.Th>
      <Table.Td>{asked.join(', ')}</Table.Td>
      {Object.entries({ tools, images, schema, reasoning }).map(([what, can]) => (
        <Table.Td key={what}>{WORDS[can]}</Table.Td>
      ))}
    </Table.Tr>
  );
}
