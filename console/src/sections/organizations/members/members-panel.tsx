import { Alert, Stack, Text } from '@mantine/core';
import { objectPath, useObject } from '../../../api/read/list.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { Resource } from '../../../resources/resource-table.ts';
import { roleName } from '../../../resources/roles.ts';
import { ownerName } from '../../../ui/cells/owner-badge.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { AddMember } from './add-member.tsx';
import type { Member } from './member.ts';
import { MemberTable } from './member-table.tsx';
import { idInPath } from '../../../address/id-in-path.ts';

export interface MembersPanelProps {
  readonly resource: Pick<Resource, 'collection' | 'permission' | 'noun'>;
  readonly object: ApiObject;
  /** What a member may be there. */
  readonly roles: readonly string[];
}

/** Who belongs to a team or an organization, and the ways to change that. */
export function MembersPanel({ resource, object, roles }: MembersPanelProps) {
  const { collection, permission, noun } = resource;
  const members = useObject<readonly Member[]>(collection, object.id, { below: '/members' });
  const canWrite = useCan(`${permission}:write`) && object.read_only !== true;
  const { add, change, remove } = useMemberActions(collection, object.id);
  if (members.isPending) return <PageSkeleton />;
  if (members.isError) {
    return <ProblemAlert error={members.error} onRetry={() => void members.refetch()} />;
  }
  return (
    <Stack gap="md" maw={760}>
      {object.read_only === true && (
        <Alert title={`The members of this ${noun} are kept in Git`}>
          It is owned by {ownerName(object.managed_by)}. Change the members of {object.id} there.
        </Alert>
      )}
      {canWrite && <AddMember roles={roles} members={members.data} onAdd={add} />}
      {members.data.length === 0 ? (
        <Text size="sm">
          Nobody belongs to this {noun} by name. People may also belong to it by the key that they
          use, or by what their sign-in says.
        </Text>
      ) : (
        <MemberTable
          members={members.data}
          roles={roles}
          canWrite={canWrite}
          onChange={change}
          onRemove={remove}
        />
      )}
    </Stack>
  );
}

function useMemberActions(collection: string, id: string) {
  const api = useApi();
  const act = useAction(collection);
  const confirm = useConfirm();
  const path = `${objectPath(collection, id)}/members`;
  const write = (member: Member, done: string): Promise<boolean> =>
    act(() => api.json(path, { method: 'POST', body: member }), done);
  return {
    add: (member: Member) => write(member, `${member.user_id} is a member now.`),
    change: (member: Member) => write(member, `${member.user_id} is ${roleName(member.role)} now.`),
    remove: async ({ user_id: user, role }: Member): Promise<void> => {
      const isSure = await confirm({
        title: 'Remove this member?',
        text: `${user} loses what the role ${roleName(role)} gives here. Keys of theirs stay.`,
        action: 'Remove',
        isDangerous: true,
      });
      if (!isSure) return;
      await act(
        () => api.request(`${path}/${idInPath(user)}`, { method: 'DELETE' }),
        `${user} is no member any more.`,
      );
    },
  };
}
