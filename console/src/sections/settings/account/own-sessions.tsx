import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRead } from '../../../api/read/use-read.ts';
import { useApi } from '../../../api/runtime.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { showDone } from '../../../ui/states/show-done.tsx';
import { showProblem } from '../../../ui/states/show-problem.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import { countText } from '../../../ui/text/format-number.ts';
import { browserText } from './browser-text.ts';
import { idInPath } from '../../../address/id-in-path.ts';

type OwnSession = ApiSchemas['OwnSession'];

const PATH = '/auth/sessions';

/** The browsers in which one is signed in, and the way out of the others. */
export function OwnSessions() {
  const { data, isPending, isError, error, refetch } = useRead<readonly OwnSession[]>(PATH);
  const { end, isBusy } = useEnding(refetch);
  const others = data?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Where you are signed in
        </Title>
        {others.length > 1 && (
          <ActionButton size="xs" variant="default" isBusy={isBusy} onClick={() => end(others)}>
            Sign out everywhere else
          </ActionButton>
        )}
      </Group>
      {isPending && <PageSkeleton />}
      {isError && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data && <SessionTable sessions={data} isBusy={isBusy} onEnd={(one) => end([one])} />}
    </Stack>
  );
}

/** Ends sessions one after the other, and says how many. */
function useEnding(refetch: () => Promise<unknown>) {
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async (sessions: readonly OwnSession[]) => {
      for (const { id } of sessions) {
        await api.request(`${PATH}/${idInPath(id)}`, { method: 'DELETE' });
      }
    },
    onSuccess: (_, { length }) =>
      showDone(length === 1 ? 'Signed out there.' : `Signed out in ${countText(length)} browsers.`),
    onError: (error) => showProblem('Not signed out', error),
    onSettled: async () => await refetch(),
  });
  return { end: mutate, isBusy: isPending };
}

interface SessionTableProps {
  readonly sessions: readonly OwnSession[];
  readonly isBusy: boolean;
  readonly onEnd: (session: OwnSession) => void;
}

const TITLES = ['Browser', 'Address', 'Signed in', 'Last used', 'Ends'] as const;

const SessionTable = ({ sessions, isBusy, onEnd }: SessionTableProps) => (
  <TableRegion label="Where you are signed in" minWidth={560}>
    <Table.Thead>
      <Table.Tr>
        {TITLES.map((title) => (
          <Table.Th key={title} scope="col">
            {title}
          </Table.Th>
        ))}
        <Table.Th scope="col">
          <span className="visually-hidden">Sign out</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {sessions.map((session) => (
        <Table.Tr key={session.id}>
          <Table.Th scope="row" fw={400} title={session.user_agent ?? undefined}>
            {browserText(session.user_agent)}
          </Table.Th>
          <Table.Td>{session.address ?? <Dash />}</Table.Td>
          <Table.Td>
            <Moment at={session.opened_at} />
          </Table.Td>
          <Table.Td>
            <Moment at={session.used_at} />
          </Table.Td>
          <Table.Td>
            <Moment at={session.expires_at} />
          </Table.Td>
          <Table.Td ta="end">
            {session.is_current ? (
              <Text size="sm" c="dimmed">
                This browser
              </Text>
            ) : (
              <ActionButton
                size="xs"
                variant="default"
                isBusy={isBusy}
                aria-label={`Sign out of ${browserText(session.user_agent)}`}
                onClick={() => onEnd(session)}
              >
                Sign out
              </ActionButton>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </TableRegion>
);
