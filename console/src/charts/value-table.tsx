import { ScrollArea, Table } from '@mantine/core';
import { momentText } from './axis-time.ts';
import type { ChartData } from './chart-data.ts';
import { valueText } from './chart-unit.ts';

export interface ValueTableProps {
  readonly title: string;
  readonly data: ChartData;
}

/** The values of a chart, the newest first; moments without any are left out. */
export function ValueTable({ title, data }: ValueTableProps) {
  const { moments, series, unit } = data;
  const rows = moments
    .map((at, index) => ({ at, values: series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .toReversed();
  return (
    <ScrollArea.Autosize
      mah={260}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${title}, values` }}
    >
      <Table stickyHeader className="console-table" aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            {series.map(({ name }) => (
              <Table.Th key={name} ta="end">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ at, values }) => (
            <Table.Tr key={at}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{momentText(at)}</Table.Td>
              {values.map((value, index) => (
                <Table.Td key={series[index]?.name} ta="end" className="number">
                  {valueText(unit, value)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
