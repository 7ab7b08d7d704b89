import type { Claims } from '@aicp/contracts/people/person-of-claims';
import { decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { IssuerKeys } from './issuer-keys.ts';

/** Those whose keys only the issuer has: a public key is no secret to sign with. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].concat(
  ['ES256', 'ES384', 'ES512'],
  ['EdDSA', 'Ed25519'],
);
/** Clocks may differ by so much. */
const SKEW_SECONDS = 30;

export interface Checking {
  readonly issuer: string;
  /** One of them the token has to be for. */
  readonly audiences: readonly string[];
  readonly keys: Pick<IssuerKeys, 'of' | 'anew'>;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** What a text says of its issuer, which nobody has checked; undefined where it is no token. */
export function issuerIn(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** What a token says, if its issuer signed it for one of the audiences and its time is not over; `away` where the issuer's keys are not to be had. */
export async function checkToken(
  token: string,
  checking: Checking,
): Promise<Claims | 'away' | undefined> {
  const { issuer, keys } = checking;
  const known = await keys.of(issuer);
  if (!known) return 'away';
  const first = await verified(token, known, checking);
  if (first !== 'unknown_key') return first;
  const anew = await keys.anew(issuer);
  const second = anew && (await verified(token, anew, checking));
  return second === 'unknown_key' ? undefined : second;
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audiences, nowMs }: Checking,
): Promise<Claims | 'unknown_key' | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      ...{ issuer, audience: [...audiences], clockTolerance: SKEW_SECONDS },
      currentDate: new Date(nowMs),
      requiredClaims: ['sub', 'exp'],
    });
    const { sub } = payload;
    return typeof sub === 'string' ? { ...payload, sub } : undefined;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key';
    if (isOfToken(error)) return undefined;
    throw error;
  }
}

/** Whether it says that a token, or a key of the issuer, cannot be used. */
const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException;
