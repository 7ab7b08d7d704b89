import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Count } from '../../../ui/cells/numbers.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { countText, percentText } from '../../../ui/text/format-number.ts';

/** What a guardrail in monitor mode would have blocked, as `POST /guardrails/{id}/simulate` answers. */
interface Simulated {
  readonly requests: number;
  readonly would_block: number;
  readonly would_block_share: number | null;
  readonly by_label: readonly { readonly label: string; readonly requests: number }[];
  readonly by_team: readonly {
    readonly organization_id: string | null;
    readonly team_id: string | null;
    readonly would_block: number;
  }[];
}

export interface SimulationProps {
  readonly id: string;
  /** From when on. */
  readonly since: string;
}

/** Asks what would have been blocked while the guardrail only watched, and whose requests those were. */
export function Simulation({ id, since }: SimulationProps) {
  const api = useApi();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      api.json<Simulated>(`${objectPath(RESOURCES.guardrail.collection, id)}/simulate`, {
        method: 'POST',
        body: { since },
      }),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label="Were it not only watching">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Were it not only watching
        </Title>
        <Text size="sm">
          What it would have blocked of the requests that came while its mode was “monitor”, from
          the beginning of this time until now.
        </Text>
        <Group>
          <ActionButton variant="default" isBusy={isPending} onClick={() => mutate()}>
            Count
          </ActionButton>
        </Group>
        {error && <ProblemAlert error={error} title="Not counted" />}
        {data && <Answer simulated={data} />}
      </Stack>
    </Paper>
  );
}

function Answer({ simulated }: { readonly simulated: Simulated }) {
  const { requests, would_block: blocked, would_block_share: share } = simulated;
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} role="status">
        {`It would have blocked ${countText(blocked)} of ${countText(requests)} requests`}
        {share === null ? '.' : ` (${percentText(share)}).`}
      </Text>
      <Counts
        title="For what"
        rows={simulated.by_label.map(({ label, requests: count }) => [label, count])}
      />
      <Counts
        title="Whose"
        rows={simulated.by_team.map((one) => [ownerOf(one), one.would_block])}
      />
    </Stack>
  );
}

const ownerOf = ({ organization_id: organization, team_id: team }: Simulated['by_team'][number]) =>
  [organization ?? 'Of no organization', team ?? 'of no team'].join(', ');

interface CountsProps {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, requests: number])[];
}

const Counts = ({ title, rows }: CountsProps) => (
  <TableRegion label={title} minWidth={300}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{title}</Table.Th>
        <Table.Th scope="col">Requests</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(([name, requests]) => (
        <Table.Tr key={name}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
          <Table.Td>
            <Count value={requests} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </TableRegion>
);
