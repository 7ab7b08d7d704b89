import { Table } from '@mantine/core';
import type { Marks } from '../../../records/table/use-marks.ts';
import { Mark, MarkAll } from '../../../records/table/mark.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { choiceText } from '../../../ui/text/choice-text.ts';
import { unmade, type OfferedModel } from './offered-models.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

interface OfferedTableProps {
  readonly models: readonly OfferedModel[];
  /** Undefined: nobody here may make Models. */
  readonly marks: Marks<OfferedModel> | undefined;
}

/** Models that a vendor offers, with what is known of them. */
export const OfferedTable = ({ models, marks }: OfferedTableProps) => (
  <TableRegion label="Offered models" minWidth={640}>
    <Table.Thead>
      <Table.Tr>
        {marks && (
          <Table.Th w={40}>
            <MarkAll marks={marks} records={unmade(models)} />
          </Table.Th>
        )}
        <Table.Th>Called there</Table.Th>
        <Table.Th>For</Table.Th>
        <Table.Th ta="end">Context, tokens</Table.Th>
        <Table.Th ta="end">Input, a million</Table.Th>
        <Table.Th ta="end">Output, a million</Table.Th>
        <Table.Th>Served as</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {models.map((model) => (
        <OfferedRow key={model.id} model={model} marks={marks} />
      ))}
    </Table.Tbody>
  </TableRegion>
);

interface OfferedRowProps {
  readonly model: OfferedModel;
  readonly marks: Marks<OfferedModel> | undefined;
}

const OfferedRow = ({ model, marks }: OfferedRowProps) => (
  <Table.Tr>
    {marks && (
      <Table.Td>
        {model.model === null && <Mark marks={marks} record={model} id={model.id} />}
      </Table.Td>
    )}
    <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
      {model.id}
    </Table.Th>
    <Table.Td>{choiceText(model.mode)}</Table.Td>
    <Table.Td ta="end">
      <Count value={model.context_window} />
    </Table.Td>
    <Table.Td ta="end">
      <Usd value={model.prices?.input_price_per_million ?? null} />
    </Table.Td>
    <Table.Td ta="end">
      <Usd value={model.prices?.output_price_per_million ?? null} />
    </Table.Td>
    <Table.Td>
      <ObjectLink collection={RESOURCES.model.collection} id={model.model} />
    </Table.Td>
  </Table.Tr>
);
