import { Problem } from '@aicp/common/errors/problem';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import type { SingleSignOn } from '@aicp/contracts/snapshot/admin-fragments';
import type { Request } from 'express';
import type { CustomFetch } from 'openid-client';
import { requireSnapshot } from '../access/authenticate.ts';
import type { TokenKeys } from '../auth/key-ring.ts';
import type { LoginStore } from '../auth/login-store.ts';
import { NO_STORE } from '../auth/granted.ts';
import type { CallerLimits } from '../http/caller-limits.ts';
import { setCookie } from '../http/cookie.ts';
import { ownAddress } from '../http/own-address.ts';
import type { Answer, RouteContext } from '../http/route.ts';
import type { SessionOptions } from '../sessions/sessions.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { beginSignIn, type ProviderSettings } from './provider.ts';
import { ATTEMPT_SECONDS, sealAttempt } from './sign-in-attempt.ts';

export interface SsoOptions extends SessionOptions {
  readonly keys: TokenKeys;
  readonly logins: Pick<LoginStore, 'note'>;
  readonly limits: CallerLimits;
  readonly clientSecrets: Pick<ClientSecrets, 'of'>;
  /** Guarded: organizations name their providers themselves. */
  readonly fetch: CustomFetch;
  readonly allowsPlainHttp: boolean;
  readonly log: Logger;
}

/** Sends a browser to the provider of an organization. Rejects with a Problem. */
export async function beginAtProvider(
  asked: { context: Pick<RouteContext, 'request' | 'ip'>; name: string; to: string },
  options: SsoOptions,
): Promise<Answer> {
  const { context, name, to } = asked;
  const { request } = context;
  await options.limits.countRequest(`address ${context.ip ?? ''}`);
  const settings = settingsOf(name, options);
  const { url, ...secrets } = await reached(
    beginSignIn(settings, callbackOf(name, request, options)),
    name,
    options.log,
  );
  const { issuer, clientId: client } = settings.sso;
  const organizationUid = settings.organization.source.uid;
  const attempt = { organization: name, organizationUid, issuer, client, ...secrets, returnTo: to };
  const sealed = await sealAttempt(attempt, options.keys, options.clock.now());
  const cookie = setCookie({
    ...attemptCookie(request, options),
    ...{ value: sealed, maxAgeSeconds: ATTEMPT_SECONDS, sameSite: 'Lax' },
  });
  return { status: 303, headers: { ...NO_STORE, Location: url.href, 'Set-Cookie': cookie } };
}

/** The way in to an organization's provider. Throws a Problem (404, in the same words for an organization that is not there). */
export function settingsOf(name: string, options: SsoOptions): ProviderSettings {
  const { directory, clientSecrets, fetch, allowsPlainHttp } = options;
  requireSnapshot(directory);
  const organization = directory.organization(name);
  const sso = organization?.sso;
  if (!sso || !isOpen(sso)) {
    throw new Problem(404, 'Nobody signs in to an organization of this name by single sign-on.');
  }
  return { organization, sso, clientSecret: clientSecrets.of(name), fetch, allowsPlainHttp };
}

const isOpen = ({ isEnabled, clientSecret }: SingleSignOn): boolean =>
  isEnabled && clientSecret !== 'missing';

/** The cookie comes with the browser's way back from the provider, so it can't be strict. */
export const attemptCookie = (request: Request, { publicUrl }: SsoOptions) => ({
  name: 'aicp-sso',
  address: ownAddress(request, publicUrl),
});

/** Where the provider sends the browser back to. */
export const callbackOf = (name: string, request: Request, { publicUrl }: SsoOptions): string =>
  `${ownAddress(request, publicUrl)}/auth/oidc/${encodeURIComponent(name)}/callback`;

async function reached<T>(work: Promise<T>, organization: string, log: Logger): Promise<T> {
  try {
    return await work;
  } catch (error) {
    log.info({ organization, reason: describeError(error) }, 'sso_provider_not_reached');
    throw new Problem(
      503,
      'The OpenID provider of this organization does not answer as it should. An administrator can look at its issuer.',
      { cause: error },
    );
  }
}
