import { startOfHash, type Credential } from '@aicp/api-kit/access/credential';
import type { PrincipalSource, Principal } from '@aicp/api-kit/access/principal';
import type { AccessDirectory } from './directory.ts';
import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { problemOf } from '@aicp/api-kit/access/key-state';
import { permissionsOf } from './permissions.ts';
import { principalOfIdentity } from './principal-of-identity.ts';
import { requireSnapshot } from './require-snapshot.ts';

/** What a credential allows now; undefined where it is not valid any more. */
export function principalOfCredential(
  credential: Credential,
  directory: Pick<AccessDirectory, 'keyOfUid' | 'organization' | 'team' | 'grantsOf'>,
  nowMs: number,
): Principal | undefined {
  if (credential.type === 'identity') return principalOfIdentity(credential.identity, directory);
  const key = directory.keyOfUid(credential.uid);
  const hash = key && [...key.ends.keys()].find((one) => startOfHash(one) === credential.hash);
  if (!key || hash === undefined || problemOf(key, hash, nowMs)) return undefined;
  // It was blocked since: what was given for it before stays ended, also when it is good for new logins again.
  if ((key.tokenGeneration ?? 0) !== (credential.generation ?? 0)) return undefined;
  return principalOfKey(key);
}

/** Who credentials stand for, by the snapshot in use. */
export const principalsIn = (directory: AccessDirectory): PrincipalSource => ({
  requireKnown: () => {
    requireSnapshot(directory);
  },
  of: (credential, nowMs) => principalOfCredential(credential, directory, nowMs),
});

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
