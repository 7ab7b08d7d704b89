import { Problem } from '@aicp/common/errors/problem';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Request } from 'express';
import { unauthorized } from '../access/authenticate.ts';
import type { Identity } from '../access/credential.ts';
import { principalOfIdentity } from '../access/principal-of-identity.ts';
import { NO_STORE } from '../auth/granted.ts';
import { clearCookie, readCookie } from '../http/cookie.ts';
import { whereabouts } from '../http/mount-routes.ts';
import type { Answer, RouteContext } from '../http/route.ts';
import { openSession } from '../sessions/sessions.ts';
import { attemptCookie, callbackOf, settingsOf, type SsoOptions } from './begin-at-provider.ts';
import { identityOf } from './identity-of.ts';
import { finishSignIn, type ProviderSettings } from './provider.ts';
import { openAttempt, type SignInAttempt } from './sign-in-attempt.ts';

interface Arrival {
  readonly context: Pick<RouteContext, 'request' | 'ip'>;
  /** metadata.name of the Organization. */
  readonly name: string;
}

/** One that began here, at the organization that has this name now. */
interface ExpectedArrival extends Arrival {
  /** metadata.uid of the Organization. */
  readonly uid: string;
}

/**
 * Finishes what `beginAtProvider` began, in the same browser: a session for somebody whom the provider vouches for and the organization
 * has a role for. Rejects with a Problem: 401 where the provider's word does not hold, 403 where he has no role.
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
    throw notConfirmed();
  }
  const expected = { ...arrival, uid: settings.organization.source.uid };
  const identity = await identify(expected, { settings, attempt }, options);
  const principal = principalOfIdentity(identity, options.directory);
  if (!principal) return await turnAway(expected, options);
  const credential = { type: 'identity', identity } as const;
  const { headers } = await openSession(credential, request, options);
  void options.logins.note(principal, new Date(options.clock.now()));
  const event = { keyName: undefined, ...whereabouts(request), reason: undefined };
  options.onSecurityEvent({ type: 'login', principal, ...event });
  const done = clearCookie(attemptCookie(request, options), 'Lax');
  return {
    status: 303,
    headers: {
      ...NO_STORE,
      Location: attempt.returnTo,
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
  throw notConfirmed();
}

const notConfirmed = () =>
  unauthorized(
    'The OpenID provider did not confirm this sign-in, or it was not begun in this browser: begin again.',
  );

async function turnAway(arrival: ExpectedArrival, options: SsoOptions): Promise<never> {
  await noteFailure(arrival, 'no_role', options);
  throw new Problem(
    403,
    'You are known to the OpenID provider, and have no role in this organization: ask its administrator for a membership, or for a group of its role mapping.',
  );
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
    ...{ type: 'login_failed', principal: undefined, organizationId, organizationUid },
    ...event,
  });
}
