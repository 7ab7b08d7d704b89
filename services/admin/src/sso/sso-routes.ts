import { z } from 'zod';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../access/define-route.ts';
import { beginAtProvider, type SsoOptions, comeBack } from './sign-in-at-provider.ts';
import { backToConsole } from './back-to-console.ts';
import { returnPath } from './return-path.ts';

const TAG = 'Signing in';
const parameters = z.object({
  org: z.string().meta({ description: 'Name of the organization.' }),
});
const LOCATION = { Location: 'Where the browser goes.' };
const text = (description: string) => z.string().max(8192).optional().meta({ description });

/** `GET /auth/oidc/{org}/login`, `/callback`: signing in at an organization's OpenID provider. Both are opened by a browser. */
export const ssoRoutes = (options: SsoOptions): Route[] => [
  defineRoute({
    method: 'get',
    path: '/auth/oidc/{org}/login',
    operationId: 'beginSingleSignOn',
    tag: TAG,
    summary: 'Sign in at the organization’s OpenID provider',
    description: 'Open it in a browser: it is sent to the provider, and comes back with a session.',
    permission: 'public',
    parameters,
    query: z.object({ return_to: returnPath }),
    answers: {
      303: {
        description:
          'To the provider; a browser for which nobody signs in there, back to the console’s `/login?error=…`.',
        headers: {
          ...LOCATION,
          'Set-Cookie': 'What this browser is about to do, for ten minutes.',
        },
      },
    },
    errors: [429],
    handler: (context) => {
      const { org: name } = context.params;
      const { return_to: to } = context.query;
      const back = { request: context.request, publicUrl: options.publicUrl, returnTo: to };
      return backToConsole(back, () => beginAtProvider({ context, name, to }, options));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/auth/oidc/{org}/callback',
    operationId: 'finishSingleSignOn',
    tag: TAG,
    summary: 'Come back from the OpenID provider',
    description:
      'Where the provider sends the browser: the address to register over there. Then `POST /auth/refresh` gives the page an access token.',
    permission: 'public',
    parameters,
    query: z.looseObject({
      code: text('What the provider gives for a sign-in.'),
      state: text('What it was given by us.'),
      iss: text('Who it is.'),
      error: text('Why there is no code.'),
    }),
    answers: {
      303: {
        description:
          'Signed in: to the page that was asked for. A browser that is not, back to the console’s `/login?error=…`.',
        headers: { ...LOCATION, 'Set-Cookie': 'The refresh token of a session.' },
      },
    },
    errors: [401, 403, 429],
    handler: (context) =>
      backToConsole({ request: context.request, publicUrl: options.publicUrl }, () =>
        comeBack({ context, name: context.params.org }, options),
      ),
  }),
];
