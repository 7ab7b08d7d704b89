import type { Clock } from '@aicp/common/time/clock';
import type { Request } from 'express';
import { holderOf, type Credential } from '../access/credential.ts';
import type { SecurityListener } from '../access/security-event.ts';
import { unauthorized } from '@aicp/common/errors/problem';
import type { DeniedTokens } from '../access/access-token.ts';
import type { PrincipalSource, SignedIn } from '../access/principal.ts';
import { TOKEN_SECONDS } from '../access/signing-keys.ts';
import { clearCookie, readCookie, setCookie } from '../route/cookie.ts';
import { whereabouts } from '../route/mount-routes.ts';
import { ownAddress } from '../route/own-page.ts';
import { SESSION_SECONDS, type Session, type SessionStore } from './session-store.ts';

export interface SessionOptions {
  readonly sessions: Pick<SessionStore, 'open' | 'refresh' | 'end' | 'listOf'>;
  readonly principals: PrincipalSource;
  readonly denied: Pick<DeniedTokens, 'deny'>;
  readonly onSecurityEvent: SecurityListener;
  readonly clock: Clock;
  /** Without a trailing slash; undefined: as the caller addressed us. */
  readonly publicUrl: string | undefined;
}

type Headers = Readonly<Record<'Set-Cookie', string>>;

const cookieFor = (request: Request, { publicUrl }: Pick<SessionOptions, 'publicUrl'>) => ({
  name: 'aicp-session',
  address: ownAddress(request, publicUrl),
});

/** Begins a session for somebody who signed in, and ends their oldest where they have too many: its id, and the header that gives the browser its refresh token. */
export async function openSession(
  of: Credential,
  request: Request,
  options: SessionOptions,
): Promise<{ id: string; headers: Headers }> {
  const { sessions, clock } = options;
  const origin = { address: request.ip, agent: request.get('user-agent') };
  const { session, token, ended } = await sessions.open(of, origin, clock.now());
  await Promise.all(ended.map((id) => denyTokens(id, options)));
  return { id: session.id, headers: keep(token, SESSION_SECONDS, cookieFor(request, options)) };
}

/** Ends a session and every access token of it: the header that takes the cookie away. */
export async function endSession(
  id: string,
  request: Request,
  options: SessionOptions,
): Promise<Headers> {
  await forget(id, options);
  return { 'Set-Cookie': clearCookie(cookieFor(request, options), 'strict') };
}

/** Ends one of somebody's sessions by its id, and every access token of it; false where they have none of that id. */
export async function endSessionOf(
  of: Credential,
  id: string,
  options: SessionOptions,
): Promise<boolean> {
  const own = await options.sessions.listOf(holderOf(of), options.clock.now());
  if (!own.some((session) => session.id === id)) return false;
  await forget(id, options);
  return true;
}

/** Who a browser's session is of, as of now. Rejects with a Problem: 401 where there is none, or it has ended. */
export async function resumeSession(
  request: Request,
  options: SessionOptions,
): Promise<SignedIn & { readonly sessionId: string; readonly headers: Headers }> {
  const { sessions, principals, clock } = options;
  principals.requireKnown();
  const cookie = cookieFor(request, options);
  const nowMs = clock.now();
  const refreshed = await sessions.refresh(readCookie(request, cookie) ?? '', nowMs);
  if (refreshed.type === 'unknown') throw unauthorized('There is no session: sign in.');
  const { session } = refreshed;
  const principal = principals.of(session.credential, nowMs);
  if (refreshed.type === 'reused') {
    await forget(session.id, options);
    const event = { ...whereabouts(request), keyName: principal?.keyName };
    const reason = 'refresh_token_reused';
    options.onSecurityEvent({ type: 'denied', principal, ...event, reason });
    throw unauthorized('This session was continued elsewhere, and has been ended: sign in.');
  }
  if (!principal) {
    await forget(session.id, options);
    throw unauthorized('What this session stood for has ended: sign in.');
  }
  const headers = keep(refreshed.token, secondsLeft(session, nowMs), cookie);
  return { principal, credential: session.credential, sessionId: session.id, headers };
}

/** Its access tokens are refused, at every replica, until the last of them has ended by itself. */
async function forget(id: string, options: SessionOptions): Promise<void> {
  await denyTokens(id, options);
  await options.sessions.end(id);
}

const denyTokens = (id: string, { denied, clock }: SessionOptions): Promise<void> =>
  denied.deny(id, new Date(clock.now() + TOKEN_SECONDS * 1000));

const keep = (value: string, maxAgeSeconds: number, cookie: ReturnType<typeof cookieFor>) => ({
  'Set-Cookie': setCookie({ ...cookie, value, maxAgeSeconds, sameSite: 'strict' }),
});

const secondsLeft = ({ expiresAt }: Session, nowMs: number): number =>
  Math.ceil((expiresAt.getTime() - nowMs) / 1000);
