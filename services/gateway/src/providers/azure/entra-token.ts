import { parseJson } from '@aicp/common/json/parse-json';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type { RequestPool } from '../http1/wire-call.ts';
import { postForm } from '../tokens/post-form.ts';
import type { Lease } from '../tokens/renewed.ts';
import type { EntraSecret } from './entra-secret.ts';

/** Gets a token. What it rejects with says in words what to do, and holds no secret. */
export type TokenSource = () => Promise<Lease<string>>;

export interface EntraOptions {
  readonly application: EntraSecret;
  /** Connections to the address of its authority. */
  readonly pool: RequestPool;
  readonly clock: Pick<Clock, 'now'>;
}

/** For all of Azure's services of AI. */
export const SCOPE = 'https://cognitiveservices.azure.com/.default';

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refused = z.object({ error: z.string().regex(/^[\w.-]{1,64}$/) });

/** Where a tenant's tokens are had. */
export const tokenUrl = (authorityHost: string, tenantId: string): URL =>
  new URL(`/${tenantId}/oauth2/v2.0/token`, authorityHost);

/** Tokens of an application, by its secret (Microsoft's "OAuth 2.0 client credentials flow", first case). */
export const entraTokens =
  ({ application, pool, clock }: EntraOptions): TokenSource =>
  async () => {
    const { tenantId, clientId, clientSecret, authorityHost } = application;
    const asked = clock.now();
    const { status, body } = await postForm(pool, tokenUrl(authorityHost, tenantId), {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: SCOPE,
    });
    return leaseIn(
      { status, body: body.toString() },
      { asked, lookAt: 'tenantId, clientId and clientSecret' },
    );
  };

/** The token in an answer of Entra ID. Throws where there is none, with what to look at; nothing of the answer but its code is told. */
export function leaseIn(
  { status, body }: { readonly status: number; readonly body: string },
  { asked, lookAt }: { readonly asked: number; readonly lookAt: string },
): Lease<string> {
  const answer = parseJson(body);
  const { data } = granted.safeParse(answer);
  if (status === 200 && data)
    return { value: data.access_token, expiresAt: asked + data.expires_in * 1000 };
  const reason = refused.safeParse(answer).data?.error;
  const what = reason === undefined ? `status ${status}` : `${status} ${reason}`;
  throw new Error(`Entra ID gave no token (${what}): look at ${lookAt}`);
}
