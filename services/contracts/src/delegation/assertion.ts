import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What such a credential begins with: keys begin otherwise, so that nobody takes one for the other. */
export const ASSERTION_PREFIX = 'aicpfor-';

/** How long one may be used after it was made. */
export const ASSERTION_MS = 30_000;
/** The clocks of both may differ by so much. */
const SKEW_MS = 10_000;
/** Who is to take it: one that is made for others is worth nothing here. */
const AUDIENCE = 'aicp-gateway';
/** The least characters of the secret that both know. */
export const SECRET_CHARACTERS = 32;
const MOST_CHARACTERS = 8_192;

const name = z.string().min(1).max(600);

/** Whom a request is sent for: somebody with a key, or a person whom an organization's provider knows. */
export const delegator = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('key'),
    /** metadata.uid of the APIKey. */
    uid: name,
    /** What was given for the key at another generation has ended. */
    generation: z.int().min(0),
  }),
  z.object({
    type: z.literal('person'),
    /** metadata.name of the Organization. */
    organization: name,
    businessUnit: name.optional(),
    /** metadata.name of the Team whose limits and models count; absent: the person is in none. */
    team: name.optional(),
    /** Who it is, as usage names users. */
    user: name,
  }),
]);
export type Delegator = z.output<typeof delegator>;

const claims = z.object({
  aud: z.literal(AUDIENCE),
  /** Different in each. */
  jti: z.string().min(16).max(64),
  /** Milliseconds since 1970. */
  iat: z.int(),
  exp: z.int(),
  for: delegator,
});

/** What was read of a credential that holds. */
export interface Assertion {
  readonly id: string;
  /** Milliseconds since 1970: from then on it is worth nothing, whatever clock one goes by. */
  readonly endsMs: number;
  readonly delegator: Delegator;
}

/** A credential by which a gateway serves one request as somebody's own. Who makes it has made sure that it is they who ask. */
export function makeAssertion(
  of: Delegator,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): string {
  const body: z.input<typeof claims> = {
    aud: AUDIENCE,
    jti: randomBytes(18).toString('base64url'),
    iat: nowMs,
    exp: nowMs + ASSERTION_MS,
    for: of,
  };
  const payload = Buffer.from(JSON.stringify(body)).toString('base64url');
  return `${ASSERTION_PREFIX}${payload}.${signatureOf(payload, secret).toString('base64url')}`;
}

/** What a credential says; undefined where it is none of ours, or its time is over. */
export function readAssertion(
  text: string,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): Assertion | undefined {
  if (!text.startsWith(ASSERTION_PREFIX) || text.length > MOST_CHARACTERS) return undefined;
  const payload = signedIn(text.slice(ASSERTION_PREFIX.length), secret);
  if (payload === undefined) return undefined;
  const said = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data;
  if (!said) return undefined;
  const { iat, exp, jti, for: of } = said;
  // Whoever makes one cannot make it last.
  const endsMs = Math.min(exp, iat + ASSERTION_MS) + SKEW_MS;
  if (iat > nowMs + SKEW_MS || endsMs <= nowMs) return undefined;
  return { id: jti, endsMs, delegator: of };
}

/** What was signed, where it was signed so: texts are compared, of which there is one for each signature. */
function signedIn(text: string, secret: string): string | undefined {
  const end = text.lastIndexOf('.');
  if (end < 0) return undefined;
  const payload = text.slice(0, end);
  const given = Buffer.from(text.slice(end + 1));
  const expected = Buffer.from(signatureOf(payload, secret).toString('base64url'));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned ? payload : undefined;
}

/** The purpose is a part of what is signed, so that the secret may not be misled into signing something else. */
const signatureOf = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`aicp-delegation-v1.${payload}`).digest();
