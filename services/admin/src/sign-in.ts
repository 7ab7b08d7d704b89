import { randomBytes } from 'node:crypto';
import { DeniedTokens } from '@aicp/api-kit/access/access-token';
import type { SecurityListener } from '@aicp/api-kit/access/security-event';
import { SigningKeys } from '@aicp/api-kit/access/signing-keys';
import type { MountOptions } from '@aicp/api-kit/route/mount-routes';
import type { Route } from '@aicp/api-kit/route/route';
import { SessionStore } from '@aicp/api-kit/sessions/session-store';
import { addressGuard, LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { authenticate } from './access/authenticate.ts';
import type { AccessDirectory } from './access/directory.ts';
import { principalsIn } from './access/principal-of-credential.ts';
import type { AdminFloor } from './admin-floor.ts';
import type { Background } from '@aicp/api-kit/service/service';
import { authRoutes, sessionRoutes } from './auth/auth-routes.ts';
import type { LoginStore } from './auth/login-store.ts';
import { ownSessionsRoutes } from './auth/own-sessions-routes.ts';
import type { ClientSecrets } from './sso/client-secrets.ts';
import { guardedFetch } from './sso/guarded-fetch.ts';
import { ssoRoutes } from './sso/sso-routes.ts';

export interface SignInNeeds extends Pick<
  AdminFloor,
  'api' | 'clock' | 'config' | 'database' | 'limits' | 'log' | 'random'
> {
  readonly directory: AccessDirectory;
  readonly logins: LoginStore;
  readonly clientSecrets: ClientSecrets;
  readonly onSecurityEvent: SecurityListener;
}

/** Signing in: by a key, at an organization's provider, with a session; and who sends a request afterwards. */
export interface SignIn {
  readonly routes: readonly Route[];
  readonly authenticate: MountOptions['authenticate'];
  /** Whether tokens can be signed. */
  readonly canSign: () => boolean;
  readonly background: readonly Background[];
}

export function createSignIn(needs: SignInNeeds): SignIn {
  const { api, clock, config, database, directory, log, random } = needs;
  const { namespace, publicUrl, ssoPrivateNetworks } = config;
  const keys = new SigningKeys({ api, namespace, clock, random, log });
  const denied = new DeniedTokens({ database, clock, log });
  const sessions = new SessionStore({ database, randomBytes });
  const signingIn = {
    ...needs,
    keys,
    denied,
    sessions,
    principals: principalsIn(directory),
    publicUrl,
  };
  return {
    routes: [
      ...authRoutes(signingIn),
      ...sessionRoutes(signingIn),
      ...ownSessionsRoutes(signingIn),
      ...ssoRoutes({
        ...signingIn,
        fetch: guardedFetch(addressGuard(ssoPrivateNetworks ? LOCAL_TOO : PUBLIC_ONLY)),
        allowsPlainHttp: ssoPrivateNetworks,
      }),
    ],
    authenticate: (request) => authenticate(request, { directory, keys, denied, clock }),
    canSign: () => keys.signer() !== undefined,
    background: [keys, denied],
  };
}
