import { Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText, usdText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import type { Simulation } from './use-simulation.ts';
import { PageLink } from '../../../address/page-link.tsx';
import { idInPath } from '../../../address/id-in-path.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

interface PartProps {
  readonly title: string;
  readonly heads: readonly string[];
  /** How many of the heads, from the last, are of numbers. */
  readonly numbers: number;
  readonly children: ReactNode;
}

const Part = ({ title, heads, numbers, children }: PartProps) => (
  <section>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    <TableRegion label={title} minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head, index) => (
            <Table.Th key={head} {...(index >= heads.length - numbers && { ta: 'end' })}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </TableRegion>
  </section>
);

const Number = ({ children }: { readonly children: string }) => (
  <Table.Td ta="end" className="number">
    {children}
  </Table.Td>
);

const WRAP = { overflowWrap: 'anywhere' } as const;

/** From which model to which requests would go. */
export function MovesTable({ moves }: Pick<Simulation, 'moves'>) {
  if (moves.length === 0) return null;
  return (
    <Part
      title="From one model to another"
      heads={['Now', 'With the policy', 'Requests']}
      numbers={1}
    >
      {moves.map(({ from, to, count }) => (
        <Table.Tr key={`${from} ${to}`}>
          <Table.Td style={WRAP}>{from}</Table.Td>
          <Table.Td style={WRAP}>{to}</Table.Td>
          <Number>{countText(count)}</Number>
        </Table.Tr>
      ))}
    </Part>
  );
}

const CHANGES: Readonly<Record<Simulation['samples'][number]['change'], string>> = {
  denied: 'Refused',
  served: 'Served',
  moved: 'To another model',
  models: 'Others stand in',
  order: 'Order alone',
};

/** Some of the requests that would change, before and after. */
export function SamplesTable({ samples }: Pick<Simulation, 'samples'>) {
  if (samples.length === 0) return null;
  const heads = ['Change', 'Request', 'Team', 'Asked for', 'Now', 'With the policy'];
  return (
    <Part title="Some of the requests" heads={heads} numbers={0}>
      {samples.map((sample) => (
        <Table.Tr key={`${sample.change} ${sample.id}`}>
          <Table.Td>{CHANGES[sample.change]}</Table.Td>
          <Table.Td>
            <PageLink to={`/requests/${idInPath(sample.id)}`}>
              <Moment at={sample.at} />
            </PageLink>
          </Table.Td>
          <Table.Td>
            <ObjectLink collection={RESOURCES.team.collection} id={sample.team_id} />
          </Table.Td>
          <Table.Td style={WRAP}>{sample.asked_model}</Table.Td>
          <Table.Td style={WRAP}>{sample.from ?? 'Refused'}</Table.Td>
          <Table.Td style={WRAP}>{sample.to ?? 'Refused'}</Table.Td>
        </Table.Tr>
      ))}
    </Part>
  );
}

/** What would change for each team. */
export function TeamsTable({ teams }: Pick<Simulation, 'teams'>) {
  const touched = teams.filter(({ changed }) => changed > 0);
  if (touched.length === 0) return null;
  const heads = ['Team', 'Requests', 'Changed', 'Newly refused', 'Cost'];
  return (
    <Part title="By team" heads={heads} numbers={4}>
      {touched.map((team) => (
        <Table.Tr key={team.team_id ?? ''}>
          <Table.Td>
            <ObjectLink collection={RESOURCES.team.collection} id={team.team_id} />
          </Table.Td>
          <Number>{countText(team.total)}</Number>
          <Number>{countText(team.changed)}</Number>
          <Number>{countText(team.newly_denied)}</Number>
          <Number>
            {`${team.cost.difference_usd > 0 ? '+' : ''}${usdText(team.cost.difference_usd)}`}
          </Number>
        </Table.Tr>
      ))}
    </Part>
  );
}
