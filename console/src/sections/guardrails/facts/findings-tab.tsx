import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import { objectPath } from '../../../api/read/list.ts';
import { useRead } from '../../../api/read/use-read.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Count } from '../../../ui/cells/numbers.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { ActionBadge } from '../scan/action-badge.tsx';
import { chartOfVerdicts, type FindingFacts, type GuardrailStats } from './guardrail-facts.ts';
import { Simulation } from './simulation.tsx';

/** What a guardrail found and did in the time range of the page, and what it would have blocked while it only watched. */
export function FindingsTab({ object: { id } }: { readonly object: ApiObject }) {
  const { since, until, label } = useTimeRange();
  const path = `${objectPath(RESOURCES.guardrail.collection, id)}/stats`;
  const { data, isPending, isError, error, refetch } = useRead<GuardrailStats>(path, {
    query: { since, until },
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {label}. Choose another time in the header. What texts said is kept nowhere.
      </Text>
      {isError && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {data && <Facts stats={data} />}
      {data && data.monitored.blocked > 0 && <Simulation id={id} since={since} />}
    </Stack>
  );
}

function Facts({ stats }: { readonly stats: GuardrailStats }) {
  const chart = useMemo(() => chartOfVerdicts(stats), [stats]);
  const { requests, acted, findings, facts_since: begun } = stats;
  if (requests === 0) {
    return (
      <Text size="sm">
        It looked at no request in this time.{' '}
        {begun === null ? (
          'Nothing is kept of it.'
        ) : (
          <>
            What is kept of it begins <Moment at={begun} />.
          </>
        )}
      </Text>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure title="Looked at">
          <Count value={requests} />
        </Figure>
        <Figure title="Blocked">
          <Count value={acted.blocked} />
        </Figure>
        <Figure title="Redacted">
          <Count value={acted.redacted} />
        </Figure>
        <Figure title="Could not judge">
          <Count value={acted.error} />
        </Figure>
      </SimpleGrid>
      <TimeChart title="Verdicts" data={chart} />
      {findings.length > 0 && <Findings findings={findings} />}
    </>
  );
}

const HEADS = ['Label', 'Action', 'Requests', 'How often'] as const;

const Findings = ({ findings }: { readonly findings: readonly FindingFacts[] }) => (
  <TableRegion label="What it found" minWidth={460}>
    <Table.Thead>
      <Table.Tr>
        {HEADS.map((head) => (
          <Table.Th key={head} scope="col">
            {head}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {findings.map(({ label, action, is_monitor: isMonitor, requests, count }) => (
        <Table.Tr key={`${label} ${action} ${isMonitor}`}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{label}</Table.Td>
          <Table.Td>
            <ActionBadge action={action} />
            {isMonitor && (
              <Text size="xs" c="dimmed">
                Watched only
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Count value={requests} />
          </Table.Td>
          <Table.Td>
            <Count value={count} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </TableRegion>
);
