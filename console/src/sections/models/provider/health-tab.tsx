import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { durationText, percentText } from '../../../ui/text/format-number.ts';
import { Count } from '../../../ui/cells/numbers.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { HealthBadge } from './health-badge.tsx';
import { useProviderHealth, type Health } from './provider-health.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

const HEADS = ['Failed', 'Median', '95th percentile', 'First token, 95th percentile', 'Attempts'];

/** How each model of a provider fared in the last hour. */
export function HealthTab({ object }: { readonly object: ApiObject }) {
  const { own, isPending, isError, error, refetch } = useProviderHealth(object.id);
  return (
    <Stack gap="sm">
      {isError && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {own?.length === 0 && (
        <Text size="sm">Nothing was sent to it in the last hour, so nothing is known.</Text>
      )}
      {own && own.length > 0 && <HealthTable provider={object.id} all={own} />}
    </Stack>
  );
}

interface HealthTableProps {
  readonly provider: string;
  readonly all: readonly Health[];
}

const HealthTable = ({ provider, all }: HealthTableProps) => (
  <>
    <Text size="sm" c="dimmed">
      The last hour. With fewer than 20 attempts, nothing is said of a model.
    </Text>
    <TableRegion label={`Health of the models of ${provider}`} minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Model</Table.Th>
          <Table.Th>State</Table.Th>
          {HEADS.map((head) => (
            <Table.Th key={head} ta="end">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {all.map((health) => (
          <HealthRow key={health.model} health={health} />
        ))}
      </Table.Tbody>
    </TableRegion>
  </>
);

const timeText = (ms: number | null): string => (ms === null ? '–' : durationText(ms));

function HealthRow({ health }: { readonly health: Health }) {
  const { provider, model, status, error_rate: failed } = health;
  const search = { ...useKeptSearch(), provider, model };
  const figures = [
    failed === null ? '–' : percentText(failed),
    timeText(health.p50),
    timeText(health.p95),
    timeText(health.ttft_p95),
  ];
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor
          inherit
          renderRoot={(props) => <Link {...props} to="/sla-monitor" search={search as never} />}
        >
          {model}
          <span className="visually-hidden">: its history</span>
        </Anchor>
      </Table.Td>
      <Table.Td>
        <HealthBadge status={status} />
      </Table.Td>
      {figures.map((text, index) => (
        <Table.Td key={HEADS[index]} ta="end" className="number">
          {text}
        </Table.Td>
      ))}
      <Table.Td ta="end">
        <Count value={health.requests} />
      </Table.Td>
    </Table.Tr>
  );
}
