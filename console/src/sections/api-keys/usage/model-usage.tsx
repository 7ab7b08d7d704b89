import { Table, Title } from '@mantine/core';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import type { UsageReport } from './usage-report.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

/** What was used of each model, the dearest first. */
export function ModelUsage({ models }: { readonly models: UsageReport['by_model'] }) {
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        By model
      </Title>
      <TableRegion label="Usage by model" minWidth={480}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Model</Table.Th>
            <Table.Th ta="end">Requests</Table.Th>
            <Table.Th ta="end">Tokens asked</Table.Th>
            <Table.Th ta="end">Tokens answered</Table.Th>
            <Table.Th ta="end">Spend</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {models
            .toSorted((a, b) => b.cost - a.cost)
            .map((used) => (
              <Table.Tr key={used.model ?? ''}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <ObjectLink collection={RESOURCES.model.collection} id={used.model} />
                </Table.Td>
                <Table.Td ta="end">
                  <Count value={used.requests} />
                </Table.Td>
                <Table.Td ta="end">
                  <Count value={used.input_tokens} />
                </Table.Td>
                <Table.Td ta="end">
                  <Count value={used.output_tokens} />
                </Table.Td>
                <Table.Td ta="end">
                  <Usd value={used.cost} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </TableRegion>
    </section>
  );
}
