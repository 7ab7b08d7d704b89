import { Progress, Stack, Table, Text, Title } from '@mantine/core';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { Dash } from '../../../ui/cells/moment.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { rolloutText, type ReplicaRollout, type Rollout } from './rollout-text.ts';

/** How far the last change has come, and which replica has it. */
export function RolloutTab({ rollout }: { readonly rollout: Rollout }) {
  const { replicas, message, by_replica: each } = rollout;
  const { applied, expected } = replicas;
  return (
    <Stack gap="md">
      <Title order={2} size="h3">
        {rolloutText(rollout)}
      </Title>
      {message !== '' && <Text size="sm">{message}</Text>}
      {expected > 0 && (
        <Progress
          value={(applied / expected) * 100}
          aria-label={`${applied} of ${expected} replicas`}
          color={rollout.state === 'failed' ? 'red' : 'teal'}
        />
      )}
      {each && each.length > 0 ? (
        <Replicas each={each} />
      ) : (
        <Text size="sm" c="dimmed">
          Which replica has it is told to those who run the platform.
        </Text>
      )}
    </Stack>
  );
}

const LOOKS = {
  applied: { label: 'Has it', tone: 'good' },
  behind: { label: 'Behind', tone: 'waiting' },
  rejected: { label: 'Refused it', tone: 'bad' },
} as const;

function Replicas({ each }: { readonly each: readonly ReplicaRollout[] }) {
  return (
    <TableRegion label="Replicas" minWidth={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Service</Table.Th>
          <Table.Th scope="col">Replica</Table.Th>
          <Table.Th scope="col">State</Table.Th>
          <Table.Th scope="col">Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {each.map(({ service, instance, state, message }) => (
          <Table.Tr key={`${service} ${instance}`}>
            <Table.Td>{service}</Table.Td>
            <Table.Td>{instance}</Table.Td>
            <Table.Td>
              <ToneBadge {...LOOKS[state]} />
            </Table.Td>
            <Table.Td>{message ?? <Dash />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}
