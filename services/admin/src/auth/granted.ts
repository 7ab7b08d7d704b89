import { randomUUID } from 'node:crypto';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type { SignedIn } from '@aicp/api-kit/access/principal';
import { issueToken } from '@aicp/api-kit/access/access-token';
import { type TokenKeys, TOKEN_SECONDS } from '@aicp/api-kit/access/signing-keys';
import { toUser, userSchema } from './user-view.ts';

/** How an access token is answered. */
export const granted = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int().meta({ description: 'Seconds.' }),
  user: userSchema,
});

/** Gives an access token, of a session or by itself. Rejects with NoSigningKey while there is no key. */
export async function grantToken(
  { principal, credential, sessionId }: SignedIn & { readonly sessionId?: string },
  { keys, clock }: { readonly keys: Pick<TokenKeys, 'signer'>; readonly clock: Clock },
): Promise<z.output<typeof granted>> {
  const access_token = await issueToken({
    principal,
    credential,
    jti: randomUUID(),
    keys,
    nowMs: clock.now(),
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  return {
    access_token,
    token_type: 'bearer',
    expires_in: TOKEN_SECONDS,
    user: toUser(principal),
  };
}

/** Nothing between here and the caller keeps what holds a token. */
export const NO_STORE = { 'Cache-Control': 'no-store' } as const;
