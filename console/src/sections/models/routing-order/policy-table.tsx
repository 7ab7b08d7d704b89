import { Code, Table } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { StateBadge } from '../../../ui/cells/state-badge.tsx';
import { conditionOf, thenText } from './policy-text.ts';
import { Remarks } from './remarks.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';

export interface PolicyTableProps {
  readonly label: string;
  readonly policies: readonly ApiObject[];
  /** Whether they are read one after another, and numbered so. */
  readonly isOrdered: boolean;
}

/** Policies with what they act on and what they do; what is wrong with one stands at it. */
export const PolicyTable = ({ label, policies, isOrdered }: PolicyTableProps) => (
  <TableRegion label={label} minWidth={640}>
    <Table.Thead>
      <Table.Tr>
        {isOrdered && <Table.Th>Order</Table.Th>}
        <Table.Th>Policy</Table.Th>
        {isOrdered && <Table.Th>When</Table.Th>}
        <Table.Th>Then</Table.Th>
        <Table.Th ta="end">Priority</Table.Th>
        <Table.Th>State</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {policies.map((policy, index) => (
        <PolicyRow key={policy.id} policy={policy} place={isOrdered ? index + 1 : undefined} />
      ))}
    </Table.Tbody>
  </TableRegion>
);

interface PolicyRowProps {
  readonly policy: ApiObject;
  /** From 1; undefined: it has none. */
  readonly place: number | undefined;
}

function PolicyRow({ policy, place }: PolicyRowProps) {
  const condition = conditionOf(policy);
  const { priority } = policy;
  return (
    <Table.Tr>
      {place !== undefined && <Table.Td className="number">{place}</Table.Td>}
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <ObjectLink
          collection={RESOURCES.routingPolicy.collection}
          id={policy.id}
          label={policy.name ?? policy.id}
        />
        <Remarks object={policy} />
      </Table.Td>
      {place !== undefined && (
        <Table.Td style={{ overflowWrap: 'anywhere' }}>
          {condition === undefined ? 'Every request' : <Code>{condition}</Code>}
        </Table.Td>
      )}
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{thenText(policy)}</Table.Td>
      <Table.Td ta="end" className="number">
        {typeof priority === 'number' ? priority : 0}
      </Table.Td>
      <Table.Td>
        <StateBadge object={policy} />
      </Table.Td>
    </Table.Tr>
  );
}
