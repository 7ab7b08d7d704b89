import { Code, Table, Text } from '@mantine/core';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { sentenceCase } from '../../../ui/text/text.ts';
import { effectText } from './effect-text.ts';
import type { PolicyVerdict } from './explanation.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

/** What each policy says of a request: whether it matches, whether it changed anything, and why. */
export function VerdictTable({ verdicts }: { readonly verdicts: readonly PolicyVerdict[] }) {
  if (verdicts.length === 0) {
    return <Text size="sm">No policy counts for this request: it is served as asked.</Text>;
  }
  return (
    <TableRegion label="What each policy says" minWidth={560} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Order</Table.Th>
          <Table.Th>Policy</Table.Th>
          <Table.Th>Matches</Table.Th>
          <Table.Th>Why</Table.Th>
          <Table.Th>What it says</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {verdicts.map((verdict, index) => (
          <VerdictRow key={verdict.policy} verdict={verdict} place={index + 1} />
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

interface VerdictRowProps {
  readonly verdict: PolicyVerdict;
  readonly place: number;
}

function VerdictRow({ verdict, place }: VerdictRowProps) {
  const { policy, organization_id: owner, priority, why, condition } = verdict;
  return (
    <Table.Tr>
      <Table.Td className="number">{place}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <ObjectLink collection={RESOURCES.routingPolicy.collection} id={policy} />
        <Text size="xs" c="dimmed">
          {owner === null ? 'Platform' : owner}, priority {priority}
        </Text>
      </Table.Td>
      <Table.Td>
        <Matching verdict={verdict} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{why}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {condition === null ? 'Every request' : <Code>{condition}</Code>}
        <Text size="sm">{sentenceCase(effectText(verdict))}</Text>
      </Table.Td>
    </Table.Tr>
  );
}

function Matching({ verdict: { read, matched, applied } }: { readonly verdict: PolicyVerdict }) {
  if (!read) return 'Not read';
  if (applied) return <ToneBadge label="Decides" tone="good" />;
  if (matched) return 'Yes, but changes nothing';
  return 'No';
}
