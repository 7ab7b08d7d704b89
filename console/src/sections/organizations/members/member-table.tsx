import { Button, Select, Table } from '@mantine/core';
import { useUser } from '../../../api/runtime.tsx';
import { roleName, roleOptions } from '../../../resources/roles.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import type { Member } from './member.ts';

export interface MemberTableProps {
  readonly members: readonly Member[];
  readonly roles: readonly string[];
  readonly canWrite: boolean;
  readonly onChange: (member: Member) => Promise<boolean>;
  readonly onRemove: (member: Member) => Promise<void>;
}

/** Members with their roles, which can be changed in place. */
export function MemberTable(props: MemberTableProps) {
  const { members, canWrite } = props;
  return (
    <TableRegion label="Members" minWidth={canWrite ? 330 : 280}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Person</Table.Th>
          <Table.Th scope="col">Role</Table.Th>
          {canWrite && (
            <Table.Th scope="col">
              <span className="visually-hidden">Remove</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((member) => (
          <MemberRow key={member.user_id} {...props} member={member} />
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

function MemberRow({
  member,
  roles,
  canWrite,
  onChange,
  onRemove,
}: MemberTableProps & { readonly member: Member }) {
  const { user_id: user, role } = member;
  const { role: own } = useUser();
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {user}
      </Table.Th>
      {canWrite ? (
        <>
          <Table.Td>
            <Select
              size="xs"
              miw={150}
              maw={220}
              aria-label={`Role of ${user}`}
              data={roleOptions(roles, { own, current: role })}
              value={role}
              allowDeselect={false}
              onChange={(next) => {
                if (next !== null && next !== role) void onChange({ user_id: user, role: next });
              }}
            />
          </Table.Td>
          <Table.Td ta="end">
            <Button
              size="xs"
              variant="default"
              aria-label={`Remove ${user}`}
              onClick={() => void onRemove(member)}
            >
              Remove
            </Button>
          </Table.Td>
        </>
      ) : (
        <Table.Td>{roleName(role)}</Table.Td>
      )}
    </Table.Tr>
  );
}
