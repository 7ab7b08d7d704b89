import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { unauthorized } from '@aicp/common/errors/problem';
import { requireSnapshot } from '../access/require-snapshot.ts';
import { holderOf, startOfHash } from '@aicp/api-kit/access/credential';
import type { AccessDirectory } from '../access/directory.ts';
import { ownerMissingOf, problemOf } from '@aicp/api-kit/access/key-state';
import { principalOfKey } from '../access/principal-of-credential.ts';
import type { SecurityListener } from '@aicp/api-kit/access/security-event';
import { shownBy, type CallerLimits } from '@aicp/api-kit/access/caller-limits';
import { whereabouts } from '@aicp/api-kit/route/mount-routes';
import type { RouteContext } from '@aicp/api-kit/route/route';
import type { SignedIn } from '@aicp/api-kit/access/principal';
import type { LoginStore } from './login-store.ts';

/** What signing in with a key comes as. */
export const keyCredentials = z.object({
  api_key: z.string().min(1).max(1024).meta({ description: 'An API key, as it was shown once.' }),
});

export interface KeySignInOptions {
  readonly directory: AccessDirectory;
  readonly logins: Pick<LoginStore, 'note'>;
  readonly limits: CallerLimits;
  readonly onSecurityEvent: SecurityListener;
  readonly clock: Clock;
}

const UNKNOWN = 'This API key is not known here, or may not be used any more.';

/** Who holds a key, as of now. Rejects with a Problem: 401 for a key that is unknown or may not be used, 429 for an address that failed, or a key that signed in, too often. */
export async function signInWithKey(
  context: Pick<RouteContext, 'ip' | 'request'>,
  apiKey: string,
  options: KeySignInOptions,
): Promise<SignedIn> {
  const { directory, logins, limits, onSecurityEvent, clock } = options;
  const address = context.ip ?? '';
  await limits.checkLogin(address, shownBy(apiKey));
  requireSnapshot(directory);
  const found = directory.keyOfSecret(apiKey);
  const nowMs = clock.now();
  const reason = found ? problemOf(found.key, found.hash, nowMs) : 'unknown';
  const event = { keyName: found?.key.id, ...whereabouts(context.request), reason };
  if (!found || reason) {
    await limits.countFailedLogin(address, shownBy(apiKey));
    onSecurityEvent({ type: 'login_failed', principal: undefined, ...event });
    throw unauthorized((found && ownerMissingOf(found.key)) ?? UNKNOWN);
  }
  const { uid, tokenGeneration: generation } = found.key;
  const credential = { type: 'key', uid, hash: startOfHash(found.hash), generation } as const;
  await limits.countLogin(holderOf(credential));
  const principal = principalOfKey(found.key);
  void logins.note(principal, new Date(nowMs));
  onSecurityEvent({ type: 'login', principal, ...event });
  return { principal, credential };
}
