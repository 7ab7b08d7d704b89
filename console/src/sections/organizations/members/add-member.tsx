import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Autocomplete, Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type SubmitEvent } from 'react';
import { useList } from '../../../api/read/list.ts';
import { useUser } from '../../../api/runtime.tsx';
import { ROLE_NOTES, roleOptions } from '../../../resources/roles.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import type { Member } from './member.ts';

export interface AddMemberProps {
  readonly roles: readonly string[];
  readonly members: readonly Member[];
  readonly onAdd: (member: Member) => Promise<boolean>;
}

/** Adds a person, whom the platform may not know yet, with a role. */
export function AddMember({ roles, members, onAdd }: AddMemberProps) {
  const { role: own } = useUser();
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState('member');
  const [isBusy, setBusy] = useState(false);
  const user = typed.trim();
  const isMember = members.some(({ user_id }) => user_id === user);
  const people = usePeople(typed);
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    if (await onAdd({ user_id: user, role })) setTyped('');
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void add(event)}>
      <Group align="flex-start" gap="sm">
        <Autocomplete
          label="Person"
          description="As their keys and their sign-in name them."
          error={isMember && 'Is a member already. The role can be changed below.'}
          data={people}
          value={typed}
          onChange={setTyped}
          flex="2 1 240px"
        />
        <Select
          label="Role"
          description={ROLE_NOTES[role] ?? 'What the person may do there.'}
          data={roleOptions(roles, { own })}
          value={role}
          onChange={(next) => setRole(next ?? 'member')}
          allowDeselect={false}
          flex="1 1 200px"
        />
        <ActionButton type="submit" isBusy={isBusy} disabled={user === '' || isMember} mt={44}>
          Add member
        </ActionButton>
      </Group>
    </form>
  );
}

const MOST_SHOWN = 20;

/** Ids of people that hold what is typed. */
function usePeople(typed: string): string[] {
  const [q] = useDebouncedValue(typed.trim(), 200);
  const { data } = useList<ApiSchemas['User']>(
    '/api/v1/users',
    { q, limit: MOST_SHOWN },
    { enabled: q !== '' },
  );
  return [...new Set((data?.items ?? []).map(({ user_id }) => user_id))];
}
