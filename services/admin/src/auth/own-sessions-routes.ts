import { credentialOf } from '@aicp/api-kit/access/access-token';
import { holderOf } from '@aicp/api-kit/access/credential';
import { whereabouts } from '@aicp/api-kit/route/mount-routes';
import type { Route } from '@aicp/api-kit/route/route';
import type { SessionFacts } from '@aicp/api-kit/sessions/session-store';
import { endSessionOf, type SessionOptions } from '@aicp/api-kit/sessions/sessions';
import { Problem } from '@aicp/common/errors/problem';
import { z } from 'zod';
import { authenticate, type AuthenticatorOptions } from '../access/authenticate.ts';
import { defineRoute } from '../access/define-route.ts';

export type OwnSessionsOptions = AuthenticatorOptions & SessionOptions;

const session = z
  .object({
    id: z.string(),
    opened_at: z.iso.datetime(),
    used_at: z.iso.datetime().meta({
      description: 'When it was last gone on with, which happens each half hour.',
    }),
    expires_at: z.iso.datetime(),
    address: z.string().nullable().meta({ description: 'Of the network, at its beginning.' }),
    user_agent: z.string().nullable().meta({ description: 'What the browser called itself.' }),
    is_current: z.boolean().meta({ description: 'It is the one of the access token.' }),
  })
  .meta({ id: 'OwnSession' });

const TAG = 'Signing in';

/** `GET /auth/sessions`, `DELETE /auth/sessions/{id}`: the browsers in which somebody is signed in. */
export const ownSessionsRoutes = (options: OwnSessionsOptions): Route[] => [
  defineRoute({
    method: 'get',
    path: '/auth/sessions',
    operationId: 'listOwnSessions',
    tag: TAG,
    summary: 'The browsers in which you are signed in',
    description:
      'Sessions of the API key, or of the person, that the access token is of; the newest first. Twenty at most.',
    permission: 'authenticated',
    answers: { 200: { description: 'Your sessions.', schema: z.array(session) } },
    handler: async ({ request }) => {
      const { claims } = await authenticate(request, options);
      const holder = holderOf(credentialOf(claims));
      const own = await options.sessions.listOf(holder, options.clock.now());
      return { status: 200, body: own.map((one) => shown(one, claims.sid)) };
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/auth/sessions/{id}',
    operationId: 'endOwnSession',
    tag: TAG,
    summary: 'Sign out in one of your browsers',
    description: 'Its access tokens are refused from then on, within seconds at every replica.',
    permission: 'authenticated',
    parameters: z.object({ id: z.string().min(1).max(64) }),
    dryRun: false,
    answers: { 204: { description: 'It has ended.' } },
    errors: [404],
    handler: async ({ request, params, principal }) => {
      const { claims } = await authenticate(request, options);
      const hasEnded = await endSessionOf(credentialOf(claims), params.id, options);
      if (!hasEnded) throw new Problem(404, 'You have no such session: it may have ended already.');
      options.onSecurityEvent({
        ...{ type: 'logout', principal, keyName: principal.keyName, ...whereabouts(request) },
        reason: undefined,
      });
      return { status: 204 };
    },
  }),
];

const shown = (one: SessionFacts, current: string | undefined): z.output<typeof session> => ({
  id: one.id,
  opened_at: one.openedAt.toISOString(),
  used_at: one.usedAt.toISOString(),
  expires_at: one.expiresAt.toISOString(),
  address: one.address ?? null,
  user_agent: one.agent ?? null,
  is_current: one.id === current,
});
