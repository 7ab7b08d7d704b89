import { authenticate } from '../access/authenticate.ts';
import { whereabouts } from '../http/mount-routes.ts';
import { defineRoute, type Route, type RouteContext } from '../http/route.ts';
import { endSession, type SessionOptions } from '../sessions/sessions.ts';
import type { DeniedTokens } from './denied-tokens.ts';
import { granted, grantToken, NO_STORE } from './granted.ts';
import type { TokenKeys } from './key-ring.ts';
import { keyCredentials, signInWithKey, type KeySignInOptions } from './sign-in-with-key.ts';
import { toUser, userSchema } from './user-view.ts';

export interface AuthOptions extends KeySignInOptions, SessionOptions {
  readonly keys: TokenKeys;
  readonly denied: Pick<DeniedTokens, 'has' | 'deny'>;
}

const TAG = 'Signing in';

/** `POST /auth/login`, `GET /auth/me`, `POST /auth/logout`. */
export const authRoutes = (options: AuthOptions): Route[] => [
  defineRoute({
    ...{ method: 'post', path: '/auth/login', operationId: 'login', tag: TAG },
    summary: 'Get an access token for an API key',
    description:
      'The token is good for 30 minutes, and for no longer than the key: a blocked, expired or deleted key, or one whose role changed, ends it at once. After ten failed logins a minute from an address further wrong keys are answered 429, and so is a key that signs in more than sixty times a minute.',
    permission: 'public',
    beforeBody: ({ ip }) => options.limits.checkAddress(ip ?? ''),
    dryRun: false,
    body: keyCredentials,
    bodyExample: { api_key: 'aicp_…' },
    answers: { 200: { description: 'Signed in.', schema: granted } },
    errors: [401, 429],
    handler: async (context) => {
      const signedIn = await signInWithKey(context, context.body.api_key, options);
      return { status: 200, body: await grantToken(signedIn, options), headers: NO_STORE };
    },
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
    description: 'A token of a session ends that session, and every token of it.',
    permission: 'authenticated',
    dryRun: false,
    answers: { 204: { description: 'It is refused from now on.' } },
    handler: (context) => logout(context, options),
  }),
];

async function logout(context: RouteContext, options: AuthOptions) {
  const { claims } = await authenticate(context.request, options);
  options.onSecurityEvent({
    type: 'logout',
    principal: context.principal,
    keyName: context.principal.keyName,
    ...whereabouts(context.request),
    reason: undefined,
  });
  await options.denied.deny(claims.jti, new Date(claims.exp * 1000));
  if (claims.sid === undefined) return { status: 204 };
  return { status: 204, headers: await endSession(claims.sid, context.request, options) };
}
