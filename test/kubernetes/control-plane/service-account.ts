import type { ApiClient } from './api-client.ts';
import { ISSUER } from './api-server.ts';

export interface TokenOptions {
  /** Who will accept the token; the API server itself where none is named. */
  readonly audience?: string;
  /** At least 600: the API server refuses less. */
  readonly expirationSeconds?: number;
  /** The pod that the token is made for; it ends with that pod. */
  readonly pod?: { readonly name: string; readonly uid: string };
}

/** A token of a ServiceAccount, by the TokenRequest API. The ServiceAccount must exist. */
export async function requestToken(
  client: ApiClient,
  options: TokenOptions & { readonly namespace: string; readonly name: string },
): Promise<string> {
  const { namespace, name, audience = ISSUER, expirationSeconds = 3_600 } = options;
  const boundObjectRef = options.pod && { apiVersion: 'v1', kind: 'Pod', ...options.pod };
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const answer = await client.ok<{ status: { token: string } }>('POST', path, {
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: [audience], expirationSeconds, boundObjectRef },
    },
  });
  return answer.status.token;
}
