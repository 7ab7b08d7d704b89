import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Stack, Table, Text } from '@mantine/core';
import { useRead } from '../../../api/read/use-read.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';

type Replicas = ApiSchemas['Replicas'];
type Service = Replicas['services'][number];
type Replica = Service['replicas'][number];

const EVERY_MS = 5_000;

const STATES = {
  up_to_date: { label: 'Up to date', tone: 'good' },
  behind: { label: 'Behind', tone: 'waiting' },
  rejected: { label: 'Refused it', tone: 'bad' },
  silent: { label: 'Not heard of', tone: 'bad' },
} as const;

/** Which replicas of each service run the newest configuration. */
export function Page() {
  const replicas = useRead<Replicas>('/api/v1/replicas', { refetchMs: EVERY_MS });
  if (replicas.isPending) return <PageSkeleton />;
  return (
    <Stack gap="md">
      <PageTitle
        title="Replicas"
        description="Each service has one or more replicas. Each is to run the newest configuration a moment after it was changed."
      />
      {replicas.isError && (
        <ProblemAlert error={replicas.error} onRetry={() => void replicas.refetch()} />
      )}
      {replicas.data && <Services replicas={replicas.data} />}
    </Stack>
  );
}

function Services({ replicas: { services, config_version } }: { readonly replicas: Replicas }) {
  return (
    <>
      {config_version !== null && (
        <Text size="sm" mb="xs">
          The newest configuration is {config_version}.
        </Text>
      )}
      <TableRegion label="Replicas" minWidth={620}>
        <Table.Thead>
          <Table.Tr>
            {['Service', 'Replica', 'State', 'Runs', 'Version', 'Why'].map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {services.map((service) =>
            service.replicas.length === 0 ? (
              <CountedRow key={service.service} service={service} />
            ) : (
              service.replicas.map((replica) => (
                <ReplicaRow key={replica.instance} service={service.service} replica={replica} />
              ))
            ),
          )}
        </Table.Tbody>
      </TableRegion>
    </>
  );
}

/** Who does not run the platform is told how many there are. */
const CountedRow = ({ service }: { readonly service: Service }) => (
  <Table.Tr>
    <Table.Td>{service.service}</Table.Td>
    <Table.Td>
      {service.up_to_date} of {service.expected}
    </Table.Td>
    <Table.Td>
      <ToneBadge {...STATES[service.behind > 0 ? 'behind' : 'up_to_date']} />
    </Table.Td>
    <Table.Td />
    <Table.Td />
    <Table.Td />
  </Table.Tr>
);

interface ReplicaRowProps {
  readonly service: string;
  readonly replica: Replica;
}

const ReplicaRow = ({ service, replica }: ReplicaRowProps) => (
  <Table.Tr>
    <Table.Td>{service}</Table.Td>
    <Table.Td>{replica.instance}</Table.Td>
    <Table.Td>
      <ToneBadge {...STATES[replica.state]} />
    </Table.Td>
    <Table.Td>{replica.config_version ?? '–'}</Table.Td>
    <Table.Td>{replica.version ?? '–'}</Table.Td>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>
      {replica.message}
      {replica.behind_since !== null && (
        <>
          {' '}
          since <Moment at={replica.behind_since} />
        </>
      )}
    </Table.Td>
  </Table.Tr>
);
