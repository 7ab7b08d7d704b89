import { Select } from '@mantine/core';
import { useUser } from '../../api/runtime.tsx';
import type { OwnControlProps } from '../../objects/kit/object-definition.ts';
import type { RecordFilter } from '../../records/kit/record-list-props.ts';
import {
  asRole,
  needsOrganization,
  ROLE_NOTES,
  roleName,
  roleOptions,
} from '../../resources/roles.ts';

/** What a key may do, from the most to the least. */
const KEY_ROLES = [
  ...['platform_admin', 'org_admin', 'team_admin', 'member', 'finance', 'viewer'],
] as const;

/** Keys of a role, also those that were written with the older word for it. */
export const roleFilter: RecordFilter = {
  kind: 'choice',
  name: 'role',
  title: 'Role',
  options: KEY_ROLES.map((value) => ({
    ...{ value, label: roleName(value) },
    ...(value === asRole('admin') && { also: ['admin'] }),
  })),
};

/** For who makes keys of any organization, and of none. */
const NEEDS_ORGANIZATION =
  ' Choose the organization of the key as well, or its team: without one it sees nothing.';

/** A key's role: nobody gives one above their own. */
export function KeyRole({ label, error, isDisabled, value, onChange }: OwnControlProps) {
  const { role: own, organization_id: organization } = useUser();
  const current = typeof value === 'string' && value !== '' ? value : undefined;
  return (
    <Select
      label={label}
      description={
        <>
          {(current === undefined ? undefined : ROLE_NOTES[current]) ??
            'What the key may do in the console and at the admin API.'}
          {organization === null && needsOrganization(current) && NEEDS_ORGANIZATION}
        </>
      }
      error={error}
      disabled={isDisabled}
      data={roleOptions(KEY_ROLES, { own, current })}
      placeholder={`Default: ${roleName('member')}`}
      value={current ?? null}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}
