import { isWellFormed } from '@aicp/contracts/keys/api-key';
import type { Clock } from '@aicp/common/time/clock';
import type { Request } from 'express';
import { credentialOf, readToken, type AccessClaims } from '@aicp/api-kit/access/access-token';
import { unauthorized } from '@aicp/common/errors/problem';
import type { TokenKeys } from '@aicp/api-kit/access/signing-keys';
import type { AccessDirectory } from './directory.ts';
import { requireSnapshot } from './require-snapshot.ts';
import { ownerMissingOf } from '@aicp/api-kit/access/key-state';
import { principalOfCredential } from './principal-of-credential.ts';
import type { Principal } from '@aicp/api-kit/access/principal';

/** Whose token came with a request, and what it says. */
export interface Authenticated {
  readonly principal: Principal;
  readonly claims: AccessClaims;
}

export interface AuthenticatorOptions {
  readonly directory: AccessDirectory;
  readonly keys: TokenKeys;
  readonly denied: { has(jti: string): boolean };
  readonly clock: Clock;
}

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Who sends a request. Rejects with a Problem: 401 where there is no token, or one that does not hold any more; 503 before there is a
 * snapshot. Nothing but memory is asked, so that it works with the database and the Kubernetes API away.
 */
export async function authenticate(
  request: Request,
  options: AuthenticatorOptions,
): Promise<Authenticated> {
  const { directory, keys, denied, clock } = options;
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) {
    throw unauthorized('Send an access token: Authorization: Bearer <token> of POST /auth/login.');
  }
  requireSnapshot(directory);
  const claims = await readToken(token, keys, clock.now());
  if (!claims) throw unauthorized(isWellFormed(token) ? AN_API_KEY : NOT_VALID);
  if (isGivenBack(claims, denied))
    throw unauthorized('This access token was given back: log in again.');
  const principal = principalOf(claims, directory, clock.now());
  if (!principal) throw unauthorized(whyEnded(claims, directory));
  return { principal, claims };
}

const NOT_VALID = 'This access token is not valid, or past its end: log in again.';
const AN_API_KEY =
  'This is an API key, not an access token: exchange it for one at POST /auth/login.';

function whyEnded(claims: AccessClaims, directory: AccessDirectory): string {
  const key = 'key' in claims ? directory.keyOfUid(claims.key) : undefined;
  return (
    (key && ownerMissingOf(key)) ??
    'What this access token stood for has changed or ended: log in again.'
  );
}

/** A token ends with the session that it is of. */
const isGivenBack = ({ jti, sid }: AccessClaims, denied: AuthenticatorOptions['denied']): boolean =>
  denied.has(jti) || (sid !== undefined && denied.has(sid));

/** The holder of a token as of now; undefined where the credential behind it has ended, or gives something else than the token says. */
function principalOf(
  claims: AccessClaims,
  directory: AccessDirectory,
  nowMs: number,
): Principal | undefined {
  const principal = principalOfCredential(credentialOf(claims), directory, nowMs);
  if (!principal) return undefined;
  const isSame =
    principal.subject === claims.sub &&
    principal.role === claims.role &&
    principal.organizationId === claims.org &&
    principal.organizationUid === claims.org_uid &&
    principal.teamIds.join() === claims.teams.join();
  return isSame ? principal : undefined;
}
