import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { RequestPool } from '../http1/wire-call.ts';
import type { Clock } from '@aicp/common/time/clock';
import type { CloudParts } from '../tokens/cloud-identity.ts';
import { secretsIn } from '../upstream/secrets-in.ts';
import { readAwsCredential } from './aws-credential.ts';
import { domainOf, fixedKeys, keysOfIdentity, noKeys } from './aws-keys.ts';
import { BedrockClient, type BedrockClientOptions } from './bedrock-client.ts';

interface BedrockParts {
  readonly apiKey: string | undefined;
  readonly poolTo: (origin: string) => RequestPool;
  readonly clock: Clock;
  readonly cloud: CloudParts;
}

/** Where no region is known, no request is sent. */
const NOWHERE = 'https://bedrock-runtime.invalid';

/** The client of one provider of Amazon Bedrock. Throws a TypeError where its address, a header or its API key cannot be used. */
export function bedrockClient(provider: ProviderFragment, parts: BedrockParts): BedrockClient {
  const region = regionOf(provider);
  const baseUrl = new URL(provider.baseUrl ?? addressIn(region));
  return new BedrockClient({
    ...{ baseUrl, pool: parts.poolTo(baseUrl.origin), headers: provider.headers },
    secrets: secretsIn(parts.apiKey),
    region: region ?? '',
    credential:
      region === undefined
        ? { source: noKeys('the provider needs a region') }
        : credentialOf(provider, region, parts),
    clock: parts.clock,
  });
}

const addressIn = (region: string | undefined): string =>
  region === undefined ? NOWHERE : `https://bedrock-runtime.${region}.${domainOf(region)}`;

/** As the provider says it, or as its address does: `https://bedrock-runtime.eu-central-1.amazonaws.com`. */
const regionOf = ({ region, baseUrl = '' }: ProviderFragment): string | undefined =>
  region ?? /\bbedrock-runtime(?:-fips)?\.(?<region>[a-z0-9-]+)\./.exec(baseUrl)?.groups?.region;

/** The role of the gateway itself is the platform's: an organization's provider would spend from its account. */
function credentialOf(
  { organization, credential }: ProviderFragment,
  region: string,
  { apiKey, clock, cloud }: BedrockParts,
): BedrockClientOptions['credential'] {
  if (apiKey !== undefined) {
    const read = readAwsCredential(apiKey);
    if ('problem' in read) return { source: noKeys(read.problem) };
    return 'keys' in read ? { source: fixedKeys(read.keys) } : read;
  }
  if (organization !== undefined)
    return { source: noKeys('a provider of an organization needs a secretRef') };
  if (credential !== 'none') return { source: noKeys('its Secret is missing') };
  return { source: keysOfIdentity(cloud.identity.aws ?? {}, { ...cloud, region, clock }) };
}
