import type { Clock } from '@aicp/common/time/clock';
import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { PoolTo } from '../http1/wire-call.ts';
import { Renewed } from '../tokens/renewed.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import { secretsIn } from '../upstream/secrets-in.ts';
import { askForToken } from './ask-for-token.ts';
import { readServiceAccount, type ServiceAccount } from './service-account.ts';
import { vertexAddress } from './vertex-address.ts';
import { type Tokens, VertexClient } from './vertex-client.ts';
import { workloadToken } from './workload-identity.ts';

/** What the client of a provider is made with. */
interface VertexParts {
  readonly apiKey: string | undefined;
  readonly poolTo: PoolTo;
  readonly clock: Pick<Clock, 'now'>;
  /** Host of the metadata server. */
  readonly metadataHost: string;
}

/** The client of a provider of type `vertex`: with a service account, an API key, or else as whoever the gateway is. */
export function vertexClientOf(provider: ProviderFragment, parts: VertexParts): VertexClient {
  const { baseUrl, region, project, headers } = provider;
  const address = vertexAddress({ baseUrl, region, project });
  const pool = parts.poolTo(address.baseUrl.origin);
  const secret = parts.apiKey?.trim();
  const isKey = secret !== undefined && !secret.startsWith('{');
  return new VertexClient({
    ...{ pool, headers, ...address },
    apiKey: isKey ? secret : undefined,
    secrets: secretsIn(secret),
    tokens: isKey ? undefined : tokensOf(provider, secret, parts),
  });
}

function tokensOf(
  { organization, credential }: ProviderFragment,
  secret: string | undefined,
  { poolTo, clock, metadataHost }: VertexParts,
): Tokens {
  if (secret !== undefined) return accountTokens(secret, { poolTo, clock });
  if (organization !== undefined || credential !== 'none')
    return without(
      "a provider of an organization needs a Secret: the gateway's own identity is the platform's",
    );
  return new Renewed({ clock, obtain: () => workloadToken(metadataHost, clock.now()) });
}

function accountTokens(
  secret: string,
  { poolTo, clock }: Pick<VertexParts, 'poolTo' | 'clock'>,
): Tokens {
  const account = accountOf(secret);
  if (account instanceof UpstreamError) return without(account.message);
  const pool = poolTo(account.tokenUrl.origin, 'tokens');
  return new Renewed({ clock, obtain: () => askForToken({ account, pool, now: clock.now() }) });
}

/** A Secret that is none must not keep a gateway from what else it serves: whoever asks this provider hears of it. */
function accountOf(secret: string): ServiceAccount | UpstreamError {
  try {
    return readServiceAccount(secret);
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
}

const without = (why: string): Tokens => ({
  get: () => Promise.reject(new UpstreamError('credential', why)),
  forget: () => undefined,
});
