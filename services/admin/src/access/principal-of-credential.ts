import { startOfHash, type Credential } from './credential.ts';
import type { AccessDirectory } from './directory.ts';
import { problemOf } from './key-state.ts';
import { principalOfIdentity } from './principal-of-identity.ts';
import { principalOfKey } from './principal-of-key.ts';
import type { Principal } from './principal.ts';

/** What somebody may do now with what he signed in with; undefined where that is worth nothing any more. */
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
