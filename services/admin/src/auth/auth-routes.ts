import { authenticate } from '../access/authenticate.ts';
import { whereabouts } from '@aicp/api-kit/route/mount-routes';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../access/define-route.ts';
import {
  endSession,
  type SessionOptions,
  openSession,
  resumeSession,
} from '@aicp/api-kit/sessions/sessions';
import type { DeniedTokens } from '@aicp/api-kit/access/access-token';
import { granted, grantToken, NO_STORE } from './granted.ts';
import type { TokenKeys } from '@aicp/api-kit/access/signing-keys';
import { keyCredentials, signInWithKey, type KeySignInOptions } from './sign-in-with-key.ts';
import { toUser, userSchema } from './user-view.ts';
import { ownAddress, requireOwnPage } from '@aicp/api-kit/route/own-page';

export interface AuthOptions extends KeySignInOptions, SessionOptions {
  readonly keys: TokenKeys;
  readonly denied: Pick<DeniedTokens, 'has' | 'deny'>;
}

const TAG = 'Signing in';

/** `POST /auth/login`, `GET /auth/me`, `POST /auth/logout`. */
export const authRoutes = (options: AuthOptions): Route[] => [
  defineRoute({
    method: 'post',
    path: '/auth/login',
    operationId: 'login',
    tag: TAG,
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
    method: 'get',
    path: '/auth/me',
    operationId: 'getCurrentUser',
    tag: TAG,
    summary: 'Who you are, and what you may do',
    permission: 'authenticated',
    answers: { 200: { description: 'You.', schema: userSchema } },
    handler: ({ principal }) => Promise.resolve({ status: 200, body: toUser(principal) }),
  }),
  defineRoute({
    method: 'post',
    path: '/auth/logout',
    operationId: 'logout',
    tag: TAG,
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

export interface SessionRouteOptions extends SessionOptions, KeySignInOptions {
  readonly keys: Pick<TokenKeys, 'signer'>;
}

const COOKIE = { 'Set-Cookie': 'The refresh token, in a cookie that no script reads.' };

/** `POST /auth/session`, `POST /auth/refresh`: signing in that outlives an access token, for pages of this service. */
export const sessionRoutes = (options: SessionRouteOptions): Route[] => [
  defineRoute({
    method: 'post',
    path: '/auth/session',
    operationId: 'openSession',
    tag: TAG,
    summary: 'Begin a session with an API key',
    description:
      'For pages of this service alone (`Origin`, `Sec-Fetch-Site`). The session lives in a cookie and ends after twelve hours, with the key, or by a logout.',
    permission: 'public',
    beforeBody: async ({ request, ip }) => {
      requireOwnPage(request, ownAddress(request, options.publicUrl));
      await options.limits.checkAddress(ip ?? '');
    },
    dryRun: false,
    body: keyCredentials,
    bodyExample: { api_key: 'aicp_…' },
    answers: { 200: { description: 'Signed in.', schema: granted, headers: COOKIE } },
    errors: [401, 403, 429],
    handler: async (context) => {
      const { request, body } = context;
      const signedIn = await signInWithKey(context, body.api_key, options);
      const { id: sessionId, headers } = await openSession(signedIn.credential, request, options);
      const answer = await grantToken({ ...signedIn, sessionId }, options);
      return { status: 200, body: answer, headers: { ...NO_STORE, ...headers } };
    },
  }),
  defineRoute({
    method: 'post',
    path: '/auth/refresh',
    operationId: 'refreshSession',
    tag: TAG,
    summary: 'Get another access token for a session',
    description:
      'For pages of this service alone. Each refresh token is good once, and for thirty seconds more it gives the same next one again; shown later, it ends the session for whoever has it. The role is that of now.',
    permission: 'public',
    dryRun: false,
    answers: { 200: { description: 'Another token.', schema: granted, headers: COOKIE } },
    errors: [401, 403, 429],
    handler: async ({ request, ip }) => {
      requireOwnPage(request, ownAddress(request, options.publicUrl));
      await options.limits.countRequest(`address ${ip ?? ''}`);
      const { headers, ...session } = await resumeSession(request, options);
      return {
        status: 200,
        body: await grantToken(session, options),
        headers: { ...NO_STORE, ...headers },
      };
    },
  }),
];
