import { granted, grantToken, NO_STORE } from '../auth/granted.ts';
import type { TokenKeys } from '../auth/key-ring.ts';
import { keyCredentials, signInWithKey, type KeySignInOptions } from '../auth/sign-in-with-key.ts';
import { ownAddress } from '../http/own-address.ts';
import { requireOwnPage } from '../http/require-own-page.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { openSession, resumeSession, type SessionOptions } from './sessions.ts';

export interface SessionRouteOptions extends SessionOptions, KeySignInOptions {
  readonly keys: Pick<TokenKeys, 'signer'>;
}

const TAG = 'Signing in';
const COOKIE = { 'Set-Cookie': 'The refresh token, in a cookie that no script reads.' };

/** `POST /auth/session`, `POST /auth/refresh`: signing in that outlives an access token, for pages of this service. */
export const sessionRoutes = (options: SessionRouteOptions): Route[] => [
  defineRoute({
    ...{ method: 'post', path: '/auth/session', operationId: 'openSession', tag: TAG },
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
    ...{ method: 'post', path: '/auth/refresh', operationId: 'refreshSession', tag: TAG },
    summary: 'Get another access token for a session',
    description:
      'For pages of this service alone. Each refresh token is good once: when one is shown again later than ten seconds after its use, the session ends for whoever has it. The role is that of now.',
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
