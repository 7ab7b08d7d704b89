import type { Clock } from '@aicp/common/time/clock';
import type { AzureIdentity, CloudParts } from '../tokens/cloud-identity.ts';
import { leaseIn, SCOPE, tokenUrl, type TokenSource } from './entra-token.ts';

/** An identity of Azure, and what its tokens are got with. */
export interface WorkloadOptions extends Pick<CloudParts, 'ask' | 'readText'> {
  readonly identity: AzureIdentity;
  readonly clock: Pick<Clock, 'now'>;
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Tokens of who the process is, by the token of its Kubernetes service account (Microsoft's "OAuth 2.0 client credentials flow", third case). */
export const workloadTokens =
  ({ identity, ask, readText, clock }: WorkloadOptions): TokenSource =>
  async () => {
    const { tenantId, clientId, tokenFile, authorityHost } = identity;
    const assertion = await readText(tokenFile).catch((error: unknown) => {
      const why = `the token of the gateway's service account cannot be read at ${tokenFile}`;
      throw new Error(why, { cause: error });
    });
    const asked = clock.now();
    const answer = await ask({
      url: tokenUrl(authorityHost, tenantId),
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      },
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_id: clientId, scope: SCOPE },
        ...{ client_assertion_type: ASSERTION, client_assertion: assertion.trim() },
      }).toString(),
    });
    const lookAt = `the federated credential of the identity ${clientId} of tenant ${tenantId}`;
    return leaseIn(answer, { asked, lookAt });
  };
