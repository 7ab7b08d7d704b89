import type { AccessDirectory, KnownKey } from './directory.ts';
import { permissionsOf } from './permissions.ts';
import type { Principal } from './principal.ts';

/**
 * What a key's holder may do. A key with a team but no organization of its own belongs to the team's; a person's memberships add nothing
 * to his key, which is as strong as it was made and no stronger.
 */
export function principalOfKey(key: KnownKey, directory: AccessDirectory): Principal {
  const { role, team, user } = key;
  return {
    kind: 'key',
    subject: user ?? key.id,
    ...(user?.includes('@') === true ? { email: user } : {}),
    keyUid: key.uid,
    keyName: key.id,
    role,
    organizationId: organizationOfKey(key, directory),
    teamIds: team === undefined ? [] : [team],
    permissions: permissionsOf(role),
  };
}

/** Whom a key belongs to: what it says itself, else its team's. */
export const organizationOfKey = (
  { organization, team }: Pick<KnownKey, 'organization' | 'team'>,
  directory: Pick<AccessDirectory, 'team'>,
): string | undefined =>
  organization ?? (team === undefined ? undefined : directory.team(team)?.organization);
