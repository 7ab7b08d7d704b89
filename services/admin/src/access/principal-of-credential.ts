import { startOfHash, type Credential } from '@aicp/api-kit/access/credential';
import type { PrincipalSource, Principal } from '@aicp/api-kit/access/principal';
import { requireSnapshot } from './require-snapshot.ts';
import type { AccessDirectory } from './directory.ts';
import { problemOf } from './key-state.ts';
import { principalOfIdentity } from './principal-of-identity.ts';
import { principalOfKey } from './principal-of-key.ts';

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
