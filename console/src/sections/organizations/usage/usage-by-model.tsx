import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Table, Title } from '@mantine/core';
import { TableRegion } from '../../../ui/table-region.tsx';
import { countText, percentText, usdText } from '../../../ui/text/format-number.ts';
import { Dash } from '../../../ui/cells/moment.tsx';

type Usage = ApiSchemas['UsageReport'];

const NUMBERS = ['Requests', 'Tokens', 'Spent', 'Share'] as const;

/** What was used of each model, the dearest first. */
export function UsageByModel({ usage }: { readonly usage: Usage }) {
  const rows = [...usage.by_model].sort((a, b) => b.cost - a.cost);
  if (rows.length === 0) return null;
  return (
    <section aria-label="By model">
      <Title order={2} size="h5" mb="xs">
        By model
      </Title>
      <TableRegion label="Usage by model" minWidth={480}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Model</Table.Th>
            {NUMBERS.map((title) => (
              <Table.Th key={title} scope="col" ta="end">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.model ?? ''}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                {row.model ?? <Dash />}
              </Table.Th>
              {numbersOf(row, usage).map((text, index) => (
                <Table.Td key={NUMBERS[index]} ta="end" className="number">
                  {text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableRegion>
    </section>
  );
}

const numbersOf = (row: Usage['by_model'][number], { cost }: Usage): readonly string[] => [
  countText(row.requests),
  countText(row.total_tokens),
  usdText(row.cost),
  cost === 0 ? percentText(0) : percentText(row.cost / cost),
];
