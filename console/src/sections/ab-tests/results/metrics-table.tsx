import { Badge, Group, Table, Text } from '@mantine/core';
import { TableRegion } from '../../../ui/table-region.tsx';
import { percentText } from '../../../ui/text/format-number.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { IntervalBar } from './interval-bar.tsx';
import { intervalOf, meaningOf, METRICS, type MetricResult, type Results } from './result-texts.ts';

export interface MetricsTableProps {
  readonly results: Results;
}

/** Each measure of both models, what they differ by, and how sure that is. */
export const MetricsTable = ({ results }: MetricsTableProps) => (
  <div>
    <Text size="sm" c="dimmed" mb={4}>
      Each bar is where the difference of the variant surely is, all looks together, in{' '}
      {percentText(results.confidence)} of tests. The dashed line is no difference.
    </Text>
    <TableRegion label="Results" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Measure</Table.Th>
          <Table.Th scope="col" ta="end">
            Base
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Variant
          </Table.Th>
          <Table.Th scope="col" w="30%">
            Difference
          </Table.Th>
          <Table.Th scope="col">What it means</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {results.metrics.map((result) => (
          <MetricRow
            key={result.metric}
            result={result}
            isDeciding={result.metric === results.decided_by}
          />
        ))}
      </Table.Tbody>
    </TableRegion>
  </div>
);

interface MetricRowProps {
  readonly result: MetricResult;
  readonly isDeciding: boolean;
}

function MetricRow({ result, isDeciding }: MetricRowProps) {
  const { title, valueText } = METRICS[result.metric];
  const cell = (value: number | null) => (value === null ? <Dash /> : valueText(value));
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Group gap={6}>
          {title}
          {isDeciding && <Badge size="xs">Decides</Badge>}
        </Group>
      </Table.Th>
      <Table.Td ta="end" className="number">
        {cell(result.base)}
      </Table.Td>
      <Table.Td ta="end" className="number">
        {cell(result.variant)}
      </Table.Td>
      <Table.Td>
        <Difference result={result} />
      </Table.Td>
      <Table.Td>{meaningOf(result)}</Table.Td>
    </Table.Tr>
  );
}

function Difference({ result }: { readonly result: MetricResult }) {
  const interval = intervalOf(result);
  if (!interval) return <Dash />;
  const { low, middle, high, text } = interval;
  return (
    <>
      <IntervalBar interval={interval} />
      <Text size="xs" className="number">
        {text(middle)} ({text(low)} to {text(high)})
      </Text>
    </>
  );
}
