import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '../../../address/page-link.tsx';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { pageOf, RESOURCES } from '../../../resources/resource-table.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { differencesOf, stateOf, type ServerPreview } from './preview.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

const { collection: SERVERS } = RESOURCES.mcpServer;

/** How the tools of all servers differ from what was approved. */
export function Page() {
  const read = usePreview();
  return (
    <Stack gap="md">
      <PageTitle
        title="Changes of tools"
        description="Each server in service is asked for its tools now, 50 at most. Nothing is changed by that: tools are approved on the page of their server."
        actions={
          <ActionButton
            {...{ size: 'xs', variant: 'default' }}
            isBusy={read.isFetching}
            onClick={() => void read.refetch()}
          >
            Ask again
          </ActionButton>
        }
      />
      {read.isError && <ProblemAlert error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <PageSkeleton />}
      {read.data && <Servers servers={read.data} />}
    </Stack>
  );
}

function usePreview() {
  const api = useApi();
  return useQuery({
    queryKey: [...collectionKey(SERVERS), 'preview'],
    retry: false,
    queryFn: async ({ signal }) => {
      const path = `${SERVERS}/sync/preview`;
      const answer = await api.json<{ readonly servers: readonly ServerPreview[] }>(path, {
        signal,
      });
      return answer.servers;
    },
  });
}

function Servers({ servers }: { readonly servers: readonly ServerPreview[] }) {
  if (servers.length === 0) {
    return (
      <EmptyNote title="No servers in service">
        As soon as there is an MCP server, what has changed of its tools stands here.
      </EmptyNote>
    );
  }
  return (
    <TableRegion label="Changes of tools" minWidth={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Server</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>What differs</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {servers.map((server) => (
          <Server key={server.id} server={server} />
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

const Server = ({ server }: { readonly server: ServerPreview }) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }} miw={160}>
      <PageLink to={pageOf(RESOURCES.mcpServer, server.id)}>{server.id}</PageLink>
    </Table.Td>
    <Table.Td>
      <ToneBadge {...stateOf(server)} />
    </Table.Td>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>
      {differencesOf(server).map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Table.Td>
  </Table.Tr>
);
