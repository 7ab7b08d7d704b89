import type { KnownKey } from './directory.ts';
import { permissionsOf } from './permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';

/**
 * What a key's holder may do. Whom it belongs to was resolved by the operator, and nowhere else; a person's memberships add nothing to
 * their key, which is as strong as it was made and no stronger.
 */
export function principalOfKey(key: KnownKey): Principal {
  const { role, team, user, organization, boundTo } = key;
  return {
    kind: 'key',
    subject: user ?? key.id,
    ...(user?.includes('@') === true ? { email: user } : {}),
    keyUid: key.uid,
    keyName: key.id,
    role,
    organizationId: organization,
    organizationUid: boundTo?.organizationUid,
    teamIds: team === undefined ? [] : [team],
    permissions: permissionsOf(role),
  };
}
