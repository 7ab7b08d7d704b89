import { randomUUID } from 'node:crypto';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { authenticate, requireSnapshot, unauthorized } from '../access/authenticate.ts';
import type { AccessDirectory, KnownKey } from '../access/directory.ts';
import { problemOf } from '../access/key-state.ts';
import { principalOfKey } from '../access/principal-of-key.ts';
import type { SecurityListener } from '../access/security-event.ts';
import type { CallerLimits } from '../http/caller-limits.ts';
import { whereabouts } from '../http/mount-routes.ts';
import { defineRoute, type Route, type RouteContext } from '../http/route.ts';
import { issueToken } from './access-token.ts';
import type { DeniedTokens } from './denied-tokens.ts';
import type { TokenKeys } from './key-ring.ts';
import type { LoginStore } from './login-store.ts';
import { TOKEN_SECONDS } from './token-lifetime.ts';
import { toUser, userSchema } from './user-view.ts';

export interface AuthOptions {
  readonly directory: AccessDirectory;
  readonly keys: TokenKeys;
  readonly denied: Pick<DeniedTokens, 'has' | 'deny'>;
  readonly logins: Pick<LoginStore, 'note'>;
  readonly limits: CallerLimits;
  readonly onSecurityEvent: SecurityListener;
  readonly clock: Clock;
}

const TAG = 'Signing in';
const credentials = z.object({
  api_key: z.string().min(1).max(1024).meta({ description: 'An API key, as it was shown once.' }),
});
const granted = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int().meta({ description: 'Seconds.' }),
  user: userSchema,
});

/** `POST /auth/login`, `GET /auth/me`, `POST /auth/logout`. */
export const authRoutes = (options: AuthOptions): Route[] => [
  defineRoute({
    ...{ method: 'post', path: '/auth/login', operationId: 'login', tag: TAG },
    summary: 'Get an access token for an API key',
    description:
      'The token is good for 30 minutes, and for no longer than the key: a blocked, expired or deleted key, or one whose role changed, ends it at once. Ten failed logins a minute from an address are answered 429.',
    permission: 'public',
    dryRun: false,
    body: credentials,
    bodyExample: { api_key: 'aicp_…' },
    answers: { 200: { description: 'Signed in.', schema: granted } },
    errors: [401, 429],
    handler: (context) => login(context, options),
  }),
  defineRoute({
    ...{ method: 'get', path: '/auth/me', operationId: 'getCurrentUser', tag: TAG },
    summary: 'Who you are, and what you may do',
    permission: 'authenticated',
    answers: { 200: { description: 'You.', schema: userSchema } },
    handler: ({ principal }) => Promise.resolve({ status: 200, body: toUser(principal) }),
  }),
  defineRoute({
    ...{ method: 'post', path: '/auth/logout', operationId: 'logout', tag: TAG },
    summary: 'Give the access token back',
    permission: 'authenticated',
    dryRun: false,
    answers: { 204: { description: 'It is refused from now on.' } },
    handler: (context) => logout(context, options),
  }),
];

async function login(
  context: RouteContext<unknown, unknown, z.output<typeof credentials>>,
  options: AuthOptions,
) {
  const { directory, keys, logins, limits, onSecurityEvent, clock } = options;
  const address = context.ip ?? '';
  await limits.checkLogin(address);
  requireSnapshot(directory);
  const found = directory.keyOfSecret(context.body.api_key);
  const nowMs = clock.now();
  const reason = found ? problemOf(found.key, found.hash, nowMs) : 'unknown';
  if (!found || reason) {
    await limits.countFailedLogin(address);
    onSecurityEvent(eventOf(context, 'login_failed', found?.key, reason));
    throw unauthorized('This API key is not known here, or may not be used any more.');
  }
  const principal = principalOfKey(found.key, directory);
  const token = await issueToken({
    principal: { ...principal, keyUid: found.key.uid },
    ...{ keyHash: found.hash, jti: randomUUID(), keys, nowMs },
  });
  void logins.note(principal, new Date(nowMs));
  onSecurityEvent({ ...eventOf(context, 'login', found.key, undefined), principal });
  const body = {
    access_token: token,
    token_type: 'bearer',
    expires_in: TOKEN_SECONDS,
    user: toUser(principal),
  };
  return { status: 200, body, headers: { 'Cache-Control': 'no-store' } };
}

async function logout(context: RouteContext, options: AuthOptions) {
  const { claims } = await authenticate(context.request, options);
  options.onSecurityEvent({
    ...eventOf(context, 'logout', undefined, undefined),
    principal: context.principal,
    keyName: context.principal.keyName,
  });
  await options.denied.deny(claims.jti, new Date(claims.exp * 1000));
  return { status: 204 };
}

const eventOf = (
  { request }: Pick<RouteContext, 'request'>,
  type: 'login' | 'login_failed' | 'logout',
  key: KnownKey | undefined,
  reason: string | undefined,
) => ({
  type,
  principal: undefined,
  keyName: key?.id,
  ...whereabouts(request),
  reason,
});
