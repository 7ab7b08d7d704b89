import { Paper, Progress, Table, Text, Title } from '@mantine/core';
import { TableRegion } from '../../../ui/table-region.tsx';
import { countText, durationText, usdText } from '../../../ui/text/format-number.ts';

/** What one model or provider does now. */
export interface Share {
  readonly model?: string | null;
  readonly provider?: string | null;
  readonly requests_per_minute: number;
  readonly p95_ms: number | null;
  readonly spend_today_usd: number;
}

export interface SharesProps {
  readonly title: string;
  readonly shares: readonly Share[];
}

/** Who serves how much of what happens, the most first. */
export function Shares({ title, shares }: SharesProps) {
  const most = Math.max(...shares.map((share) => share.requests_per_minute), 1);
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {shares.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was asked in the last minutes.
        </Text>
      ) : (
        <TableRegion label={title} minWidth={380}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th ta="end">Requests a minute</Table.Th>
              <Table.Th ta="end">95th percentile</Table.Th>
              <Table.Th ta="end">Spend today</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shares.map((share) => (
              <ShareRow key={nameOf(share)} share={share} most={most} />
            ))}
          </Table.Tbody>
        </TableRegion>
      )}
    </Paper>
  );
}

const nameOf = ({ model, provider }: Share): string => model ?? provider ?? 'None';

function ShareRow({ share, most }: { readonly share: Share; readonly most: number }) {
  const { requests_per_minute: requests, p95_ms: p95, spend_today_usd: spend } = share;
  return (
    <Table.Tr>
      <Table.Td miw={132} w="40%" style={{ overflowWrap: 'anywhere' }}>
        {nameOf(share)}
        <Progress value={(100 * requests) / most} size={4} aria-hidden />
      </Table.Td>
      <Table.Td ta="end" className="number">
        {countText(requests)}
      </Table.Td>
      <Table.Td ta="end" className="number">
        {p95 === null ? '–' : durationText(p95)}
      </Table.Td>
      <Table.Td ta="end" className="number">
        {usdText(spend)}
      </Table.Td>
    </Table.Tr>
  );
}
