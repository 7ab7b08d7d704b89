import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useUser } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { useSignOut } from '../../../sign-in/use-sign-out.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { choiceText } from '../../../ui/text/choice-text.ts';
import { OwnSessions } from './own-sessions.tsx';
import { permissionGroups } from './permission-groups.ts';

/** Who is signed in, what they may do, and the way out. */
export function Page() {
  const signOut = useSignOut();
  return (
    <Stack gap="md">
      <PageTitle
        title="Your session"
        description="It ends after twelve hours, when its API key ends, or when you sign out."
        actions={
          <Button size="xs" variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        }
      />
      <Who />
      <OwnSessions />
      <Title order={2} size="h5">
        What you may do
      </Title>
      <Permissions />
    </Stack>
  );
}

function Who() {
  const user = useUser();
  const facts = [
    ['Person', user.user_id],
    ['Email', user.email ?? <Dash key="email" />],
    ['Role', choiceText(user.role)],
    [
      'Organization',
      user.organization_id === null ? (
        'The platform'
      ) : (
        <ObjectLink
          key="organization"
          collection={RESOURCES.organization.collection}
          id={user.organization_id}
        />
      ),
    ],
    ['Teams', user.team_ids.join(', ') || <Dash key="teams" />],
  ] as const;
  return (
    <Group component="dl" gap="xl" m={0} align="flex-start">
      {facts.map(([title, value]) => (
        <div key={title}>
          <Text component="dt" size="xs" c="dimmed">
            {title}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  );
}

function Permissions() {
  const { permissions } = useUser();
  if (permissions.length === 0) return <Text size="sm">Nothing is granted to your role.</Text>;
  return (
    <TableRegion label="What you may do" minWidth={320} maw={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Of</Table.Th>
          <Table.Th>You may</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {permissionGroups(permissions).map(({ title, verbs }) => (
          <Table.Tr key={title}>
            <Table.Td>{title}</Table.Td>
            <Table.Td>{verbs.join(', ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}
