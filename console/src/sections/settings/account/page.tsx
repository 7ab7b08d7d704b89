import { Button, Stack, Table } from '@mantine/core';
import { useRuntime, useUser } from '../../../api/runtime.tsx';
import { roleName } from '../../../shell/user-menu.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

/** Who is signed in, and what they may do. */
export function Page() {
  const user = useUser();
  const { session } = useRuntime();
  const facts = [
    ['User', user.user_id],
    ['Role', roleName(user.role)],
    ['Organization', user.organization_id ?? 'All of the platform'],
    ['May', user.permissions.join(', ')],
  ] as const;
  return (
    <Stack maw={860}>
      <PageTitle title="Your session" />
      <Table className="console-table">
        <Table.Tbody>
          {facts.map(([title, text]) => (
            <Table.Tr key={title} style={{ verticalAlign: 'top' }}>
              <Table.Th scope="row" w={140}>
                {title}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <div>
        <Button variant="default" onClick={() => void session.signOut()}>
          Sign out
        </Button>
      </div>
    </Stack>
  );
}
