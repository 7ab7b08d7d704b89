import { parseJson } from '@aicp/common/json/parse-json';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { RequestPool } from '../http1/wire-call.ts';
import { postForm } from '../tokens/post-form.ts';
import type { Lease } from '../tokens/renewed.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import type { ServiceAccount } from './service-account.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google takes no assertion that is good for longer. */
const LONGEST_S = 3600;
const LONGEST_REASON = 200;

export const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  expires_in: z.number().positive(),
});

export interface AskForToken {
  readonly account: ServiceAccount;
  /** Connections to where tokens are handed out. */
  readonly pool: RequestPool;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Exchanges an assertion that the service account signed for an access token (RFC 7523). Rejects with an `UpstreamError`, of the credential where the account is refused, and of
 * the connection where nobody answers.
 */
export async function askForToken({ account, pool, now }: AskForToken): Promise<Lease<string>> {
  const assertion = await assertionOf(account, now);
  const form = { grant_type: GRANT, assertion };
  const { status, body } = await postForm(pool, account.tokenUrl, form);
  const answer = parseJson(body.toString());
  if (status === 200) {
    const { access_token, expires_in } = tokenIn(answer);
    return { value: access_token, expiresAt: now + expires_in * 1000 };
  }
  const where = account.tokenUrl.host;
  if (status >= 500 || status === 429)
    throw new UpstreamError('connection', `${where} answers ${status} to who asks for a token`);
  const why = reasonIn(answer).replaceAll(assertion, '[redacted]');
  throw new UpstreamError(
    'credential',
    `${where} refuses the service account ${account.email} (${why})`,
  );
}

async function assertionOf(account: ServiceAccount, now: number): Promise<string> {
  const { email, privateKey, keyId, tokenUrl } = account;
  const key = await importPKCS8(privateKey, 'RS256').catch((error: unknown) => {
    const why = `private_key of the service account ${email} cannot be read`;
    throw new UpstreamError('credential', why, error);
  });
  const issuedAt = Math.floor(now / 1000);
  return await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId ? { kid: keyId } : {}) })
    .setIssuer(email)
    .setAudience(tokenUrl.href)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LONGEST_S)
    .sign(key);
}

/** What is no token is not shown: it may hold one. */
function tokenIn(answer: unknown): z.output<typeof tokenAnswer> {
  const read = tokenAnswer.safeParse(answer);
  if (read.success) return read.data;
  throw new UpstreamError('connection', 'what hands out tokens answers something else than one');
}

const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

function reasonIn(answer: unknown): string {
  const read = refusal.safeParse(answer).data;
  const words = read
    ? `${read.error}: ${read.error_description ?? 'no more is said'}`
    : 'no reason';
  return words.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, LONGEST_REASON);
}
