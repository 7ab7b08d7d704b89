import { Table } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import { usdText } from '../../../ui/text/format-number.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { standingOf } from '../standing/budget-standing.ts';

/** What a budget does at which amount, and which of these amounts are passed. */
export function Thresholds({ budget }: { readonly budget: ApiObject }) {
  const { soft, hard, spent } = standingOf(budget, useNow());
  const rows = [
    {
      name: 'Warning',
      at: soft,
      effect: 'Answers carry a warning, and whoever subscribes to it is told.',
    },
    { name: 'Limit', at: hard, effect: effectOf(budget) },
  ];
  return (
    <TableRegion label="Thresholds" minWidth={480}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Threshold</Table.Th>
          <Table.Th scope="col" ta="end">
            At
          </Table.Th>
          <Table.Th scope="col">Now</Table.Th>
          <Table.Th scope="col">What happens</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, at, effect }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500}>
              {name}
            </Table.Th>
            <Table.Td ta="end" className="number">
              {at === undefined ? <Dash /> : usdText(at)}
            </Table.Td>
            <Table.Td>
              <Passed at={at} spent={spent} />
            </Table.Td>
            <Table.Td>{effect}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

interface PassedProps {
  readonly at: number | undefined;
  readonly spent: number | undefined;
}

function Passed({ at, spent }: PassedProps) {
  if (at === undefined || spent === undefined) return <Dash />;
  if (spent >= at) return <ToneBadge label="Passed" tone="bad" />;
  return `${usdText(at - spent)} below`;
}

function effectOf(budget: ApiObject): string {
  switch (budget['action']) {
    case 'warn':
      return 'Requests are served on, and answers say that the limit is reached.';
    case 'downgrade':
      return `Requests are served by ${modelOf(budget)} instead.`;
    default:
      return 'Requests are refused until it starts over.';
  }
}

const modelOf = ({ downgrade_to: model }: ApiObject): string =>
  typeof model === 'string' ? model : 'a cheaper model';
