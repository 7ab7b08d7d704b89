import { Table, Text } from '@mantine/core';
import { choiceText } from '../../../ui/text/choice-text.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import type { LineItem } from './report.ts';

const HEADS = ['Paid by', 'Organization', 'Team', 'Model', 'Provider', 'Share'] as const;
const NUMBER_HEADS = ['Requests', 'Tokens', 'Cost'] as const;

/** Who pays for what: the lines of a report. */
export function LineItems({ items }: { readonly items: readonly LineItem[] }) {
  if (items.length === 0) return <Text size="sm">Nothing was spent in this period.</Text>;
  return (
    <TableRegion label="Lines of the report" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          {HEADS.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
          {NUMBER_HEADS.map((head) => (
            <Table.Th key={head} ta="right">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item, index) => (
          <Line key={index} item={item} />
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

function Line({ item }: { readonly item: LineItem }) {
  const { allocation_percent, requests, unpriced_requests, tokens, cost_exact } = item;
  return (
    <Table.Tr>
      <Table.Td>
        <Payer item={item} />
      </Table.Td>
      {[item.organization_id, item.team_id, item.model, item.provider].map((text, index) => (
        <Table.Td key={HEADS[index + 1]}>{text ?? <Dash />}</Table.Td>
      ))}
      <Table.Td>{allocation_percent === null ? <Dash /> : `${allocation_percent} %`}</Table.Td>
      <Table.Td ta="right">
        <Count value={requests} />
        {unpriced_requests > 0 && (
          <Text size="xs" c="dimmed">
            <Count value={unpriced_requests} /> without a price
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Count value={tokens} />
      </Table.Td>
      <Table.Td ta="right" title={`${cost_exact} USD`}>
        <Usd value={item.cost} />
      </Table.Td>
    </Table.Tr>
  );
}

function Payer({ item }: { readonly item: LineItem }) {
  const { allocation_target, allocation_type, rule_name, rule_id } = item;
  if (allocation_target === null) return <Text size="sm">Not allocated</Text>;
  return (
    <>
      {allocation_target}
      <Text size="xs" c="dimmed">
        {allocation_type !== null && choiceText(allocation_type)}
        {rule_id !== null && `, by ${rule_name ?? rule_id}`}
      </Text>
    </>
  );
}
