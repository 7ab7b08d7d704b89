import { Problem, unauthorized } from '@aicp/common/errors/problem';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import type { SingleSignOn } from '@aicp/contracts/snapshot/sections/accounts';
import type { Request } from 'express';
import type { CustomFetch } from 'openid-client';
import type { AccessDirectory } from '../access/directory.ts';
import { requireSnapshot } from '../access/require-snapshot.ts';
import type { TokenKeys } from '@aicp/api-kit/access/signing-keys';
import type { LoginStore } from '../auth/login-store.ts';
import { NO_STORE } from '../auth/granted.ts';
import type { CallerLimits } from '@aicp/api-kit/access/caller-limits';
import { setCookie, clearCookie, readCookie } from '@aicp/api-kit/route/cookie';
import { ownAddress } from '@aicp/api-kit/route/own-page';
import type { Answer, RouteContext } from '@aicp/api-kit/route/route';
import { type SessionOptions, openSession } from '@aicp/api-kit/sessions/sessions';
import type { ClientSecrets } from './client-secrets.ts';
import { beginSignIn, type ProviderSettings, finishSignIn } from './provider.ts';
import {
  ATTEMPT_SECONDS,
  sealAttempt,
  openAttempt,
  type SignInAttempt,
} from './sign-in-attempt.ts';
import type { Identity } from '@aicp/api-kit/access/credential';
import { principalOfIdentity } from '../access/principal-of-identity.ts';
import { whereabouts } from '@aicp/api-kit/route/mount-routes';
import { identityOf } from './identity-of.ts';
import { pathWithin } from './return-path.ts';
import { SignInProblem } from './sign-in-problem.ts';
import { prefixOf } from '@aicp/api-kit/route/path-prefix';

export interface SsoOptions extends SessionOptions {
  readonly directory: AccessDirectory;
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
  {
    context,
    name,
    to,
  }: { context: Pick<RouteContext, 'request' | 'ip'>; name: string; to: string },
  options: SsoOptions,
): Promise<Answer> {
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
  const attempt = {
    organization: name,
    organizationUid,
    issuer,
    client,
    ...secrets,
    returnTo: pathWithin(to, prefixOf(options.publicUrl)),
  };
  const sealed = await sealAttempt(attempt, options.keys, options.clock.now());
  const cookie = setCookie({
    ...attemptCookie(request, options),
    value: sealed,
    maxAgeSeconds: ATTEMPT_SECONDS,
    sameSite: 'lax',
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
    const detail = 'Nobody signs in to an organization of this name by single sign-on.';
    throw new SignInProblem('sso', new Problem(404, detail));
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

interface Arrival {
  readonly context: Pick<RouteContext, 'request' | 'ip'>;
  /** metadata.name of the Organization. */
  readonly name: string;
}

/** One that began here, at the organization that has this name now. */
interface ExpectedArrival extends Arrival {
  /** metadata.uid of the Organization. */
  readonly uid: string;
  /** Path to go to in the end. */
  readonly returnTo: string;
}

/**
 * Finishes what `beginAtProvider` began, in the same browser: a session for somebody whom the provider vouches for and the organization
 * has a role for. Rejects with a Problem: 401 where the provider's word does not hold, 403 where they have no role.
 */
export async function comeBack(arrival: Arrival, options: SsoOptions): Promise<Answer> {
  const { context, name } = arrival;
  const { request } = context;
  await options.limits.countRequest(`callback ${context.ip ?? ''}`);
  await options.limits.checkLogin(context.ip ?? '', shownAt(name));
  const settings = settingsOf(name, options);
  const attempt = await attemptOf(request, options);
  if (!attempt || !isFor(attempt, name, settings)) {
    options.log.debug({ organization: name }, 'sso_came_back_without_attempt');
    throw new SignInProblem('begin_again', notConfirmed(), attempt?.returnTo);
  }
  const { returnTo } = attempt;
  const expected = { ...arrival, uid: settings.organization.source.uid, returnTo };
  const identity = await identify(expected, { settings, attempt }, options);
  const principal = principalOfIdentity(identity, options.directory);
  if (!principal) return await turnAway(expected, options);
  const credential = { type: 'identity', identity } as const;
  const { headers } = await openSession(credential, request, options);
  void options.logins.note(principal, new Date(options.clock.now()));
  const event = { keyName: undefined, ...whereabouts(request), reason: undefined };
  options.onSecurityEvent({ type: 'login', principal, ...event });
  const done = clearCookie(attemptCookie(request, options), 'lax');
  return {
    status: 303,
    headers: {
      ...NO_STORE,
      Location: `${prefixOf(options.publicUrl)}${returnTo}`,
      'Set-Cookie': [done, headers['Set-Cookie']],
    },
  };
}

async function attemptOf(
  request: Request,
  options: SsoOptions,
): Promise<SignInAttempt | undefined> {
  const sealed = readCookie(request, attemptCookie(request, options));
  if (sealed === undefined) return undefined;
  return await openAttempt(sealed, options.keys, options.clock.now());
}

/** An attempt at another organization's provider, or at one that was replaced meanwhile, proves nothing here. */
const isFor = (
  attempt: SignInAttempt,
  name: string,
  { organization, sso }: ProviderSettings,
): boolean =>
  attempt.organization === name &&
  attempt.organizationUid === organization.source.uid &&
  attempt.issuer === sso.issuer &&
  attempt.client === sso.clientId;

async function identify(
  arrival: ExpectedArrival,
  { settings, attempt }: { settings: ProviderSettings; attempt: SignInAttempt },
  options: SsoOptions,
): Promise<Identity> {
  const { context, name } = arrival;
  const here = new URL(callbackOf(name, context.request, options));
  here.search = new URL(context.request.originalUrl, here).search;
  try {
    const claims = await finishSignIn(settings, here, attempt);
    const identity = identityOf(claims, settings.organization, settings.sso);
    if (identity) return identity;
  } catch (error) {
    options.log.info({ organization: name, reason: describeError(error) }, 'sso_sign_in_failed');
    return await refuse(arrival, codeOf(error), options);
  }
  return await refuse(arrival, 'subject', options);
}

/** openid-client names each of its reasons; what has no name did not come from the provider's answer. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'provider';

async function refuse(
  arrival: ExpectedArrival,
  reason: string,
  options: SsoOptions,
): Promise<never> {
  await noteFailure(arrival, reason, options);
  throw new SignInProblem('refused', notConfirmed(), arrival.returnTo);
}

const notConfirmed = () =>
  unauthorized(
    'The OpenID provider did not confirm this sign-in, or it was not begun in this browser: begin again.',
  );

async function turnAway(arrival: ExpectedArrival, options: SsoOptions): Promise<never> {
  await noteFailure(arrival, 'no_role', options);
  const detail =
    'You are known to the OpenID provider, and have no role in this organization: ask its administrator for a membership, or for a group of its role mapping.';
  throw new SignInProblem('no_role', new Problem(403, detail), arrival.returnTo);
}

/** Sign-ins at a provider are counted apart from keys: a page of somebody else's that opens this address keeps no key out. */
const shownAt = (organization: string): string => `sign-in at ${organization}`;

/** Counts what came with an attempt of this browser and failed. What comes without one, any page can make a browser send: it is neither counted nor recorded. */
async function noteFailure(
  arrival: ExpectedArrival,
  reason: string,
  options: SsoOptions,
): Promise<void> {
  await options.limits.countFailedLogin(arrival.context.ip ?? '', shownAt(arrival.name));
  const { context, name: organizationId, uid: organizationUid } = arrival;
  const event = { keyName: undefined, ...whereabouts(context.request), reason };
  options.onSecurityEvent({
    type: 'login_failed',
    principal: undefined,
    organizationId,
    organizationUid,
    ...event,
  });
}
