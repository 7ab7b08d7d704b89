import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ROLES } from '../snapshot/sections/keys.ts';

/** What such a credential begins with: keys begin otherwise, so that nobody takes one for the other. */
export const ASSERTION_PREFIX = 'aicpfor-';

/** How long one may be used after it was made. */
export const ASSERTION_MS = 30_000;
/** The clocks of both may differ by so much. */
const SKEW_MS = 10_000;
/** Who is to take it: one that is made for others is worth nothing there. */
export const AUDIENCES = ['aicp-gateway', 'aicp-workflow', 'aicp-workflow-decisions'] as const;
export type Audience = (typeof AUDIENCES)[number];
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
    /** Who it is, as usage names users: the subject of the tokens of the organization's provider. */
    user: name,
    /** What they signed in with: with another provider, or without what it gave them, they are nobody any more. */
    signOn: z.object({
      issuer: z.string().max(2_048),
      client: name,
      /** metadata.uid of the Organization. */
      organizationUid: name.optional(),
      /** Their address, where the provider vouches for it. */
      email: name.optional(),
      /** What the role mapping asks for, each as `factOf`. */
      facts: z.array(z.string().max(64)).max(100),
    }),
  }),
]);
export type Delegator = z.output<typeof delegator>;

/** What may be done with a credential: ask a model, call a tool, or call an agent. */
export const USES = ['model', 'tool', 'agent'] as const;
export type Use = (typeof USES)[number];

/** The step of an execution of a workflow for which a request is sent. */
const execution = z.object({
  /** Of the execution. */
  id: name,
  /** Of the step, as its template calls it. */
  step: name,
  use: z.enum(USES),
});
export type ExecutionStep = z.output<typeof execution>;

const claims = z.object({
  aud: z.enum(AUDIENCES),
  /** Different in each. */
  jti: z.string().min(16).max(64),
  /** Milliseconds since 1970. */
  iat: z.int(),
  exp: z.int(),
  for: delegator,
  /** Absent: somebody asks for themselves, and no execution of theirs. */
  execution: execution.optional(),
  /** What somebody asks for themselves; absent: a model. */
  use: z.enum(USES).optional(),
  /** What a person may do, whose rights no snapshot says; of a key it does. Absent: as little as anybody. */
  role: z.enum(ROLES).optional(),
});

/** What was read of a credential that holds. */
export interface Assertion {
  readonly id: string;
  /** Milliseconds since 1970: from then on it is worth nothing, whatever clock one goes by. */
  readonly endsMs: number;
  readonly delegator: Delegator;
  /** Undefined: they ask for themselves. */
  readonly execution: ExecutionStep | undefined;
  /** What they ask for. */
  readonly use: Use;
  /** As the maker knows it. */
  readonly role: (typeof ROLES)[number] | undefined;
}

/** What a credential is made with. */
export interface Signing {
  /** That maker and taker know, and nobody else. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Absent: a gateway. */
  readonly audience?: Audience | undefined;
  /** Absent: they ask for themselves. */
  readonly execution?: ExecutionStep | undefined;
  /** What somebody asks for themselves; absent: a model. */
  readonly use?: Use | undefined;
  /** What the one who asks may do, where the taker has to know that. */
  readonly role?: (typeof ROLES)[number] | undefined;
}

/** A credential by which one request is served as somebody's own. Who makes it has made sure that it is they who ask. */
export function makeAssertion(of: Delegator, signing: Signing): string {
  const { secret, nowMs, audience = 'aicp-gateway', execution: step, use, role } = signing;
  const body: z.input<typeof claims> = {
    aud: audience,
    jti: randomBytes(18).toString('base64url'),
    iat: nowMs,
    exp: nowMs + ASSERTION_MS,
    for: of,
    ...(step ? { execution: step } : {}),
    ...(use ? { use } : {}),
    ...(role ? { role } : {}),
  };
  const payload = Buffer.from(JSON.stringify(body)).toString('base64url');
  return `${ASSERTION_PREFIX}${payload}.${signatureOf(payload, secret).toString('base64url')}`;
}

/** What a credential says; undefined where it is none of ours, was made for somebody else to take, or its time is over. */
export function readAssertion(
  text: string,
  { secret, nowMs, audience = 'aicp-gateway' }: Omit<Signing, 'execution' | 'use' | 'role'>,
): Assertion | undefined {
  if (!text.startsWith(ASSERTION_PREFIX) || text.length > MOST_CHARACTERS) return undefined;
  const payload = signedIn(text.slice(ASSERTION_PREFIX.length), secret);
  if (payload === undefined) return undefined;
  const said = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data;
  if (said?.aud !== audience) return undefined;
  const { iat, exp, jti, for: of, execution: step, role } = said;
  // Whoever makes one cannot make it last.
  const endsMs = Math.min(exp, iat + ASSERTION_MS) + SKEW_MS;
  if (iat > nowMs + SKEW_MS || endsMs <= nowMs) return undefined;
  return { id: jti, endsMs, delegator: of, execution: step, use: useOf(said), role };
}

const useOf = ({ execution: step, use }: z.output<typeof claims>): Use =>
  step?.use ?? use ?? 'model';

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
