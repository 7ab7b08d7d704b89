import { isNeverAllowed, NEVER_ALLOWED } from '@aicp/common/http/address-guard';
import type {
  CredentialFragment,
  ProviderFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import { isServedType, providerType } from '@aicp/crds/kit/provider-types';
import { provider, type ProviderSpec } from '@aicp/crds/provider';
import {
  accepted,
  notEnforced,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { timeoutsOf } from '../kit/time-limits.ts';
import { connectionFragments } from './connection-secrets.ts';
import type { NamedCredential, ProviderGathered } from './gather.ts';

type ServedType = ProviderFragment['type'];

const SIMULATION = provider.spec.parse({ type: 'simulated', simulation: {} });

/** A Provider's fragment, and its credential apart from it. */
export function decideProvider(
  object: SourceObject,
  spec: ProviderSpec,
  gathered: ProviderGathered,
): KindVerdict {
  const { type } = spec;
  if (!isServedType(type)) {
    return notEnforced(`no service of this version speaks to providers of type ${spec.type}`);
  }
  const baseUrl = baseUrlOf(spec, type);
  const wrong = wrongAddress(baseUrl);
  if (wrong !== undefined) return notAccepted('Invalid', `spec.baseUrl: ${wrong}`);
  const { proxyUrl } = spec;
  if (proxyUrl !== undefined && !URL.canParse(proxyUrl)) {
    const why = `"${proxyUrl}" is no address: write http://host:port`;
    return notAccepted('Invalid', `spec.proxyUrl: ${why}`);
  }
  const fragment: ProviderFragment = {
    source: sourceOf(object),
    id: object.name,
    type,
    organization: spec.organizationId,
    baseUrl,
    ...toCredentials(gathered),
    timeoutMs: spec.timeoutMs,
    timeouts: timeoutsOf(spec),
    maxRetries: spec.maxRetries,
    concurrentLimit: spec.concurrentLimit,
    hedgeAfterMs: spec.hedgeAfterMs,
    headers: spec.headers ?? {},
    region: spec.region,
    project: spec.project,
    apiVersion: spec.apiVersion,
    proxyUrl: spec.proxyUrl,
    tlsServerName: spec.tls?.serverName,
    http2: spec.http2,
    isActive: spec.isActive,
    simulation: type === 'simulated' ? simulationOf(spec) : undefined,
  };
  const fragments = [{ section: 'providers', fragment }, ...secretsOf(object, gathered)];
  const missing = [...gathered.credentials.flatMap(whyMissing), ...gathered.connection.missing];
  if (missing.length > 0) return notAccepted('SecretNotFound', missing.join('; '), fragments);
  return accepted(fragments, spec.isActive ? [] : ['inactive: its models are out of service']);
}

const whyMissing = ({ name, credential }: NamedCredential): string[] => {
  if (credential.state !== 'missing') return [];
  return [name === undefined ? credential.why : `credential "${name}": ${credential.why}`];
};

/** What a provider's fragment says of its credentials: by name, where it has several, and whether there is any that can be used. */
export function toCredentials({
  credentials,
  connection,
}: ProviderGathered): Pick<ProviderFragment, 'credential' | 'credentials'> {
  const isReachable = connection.missing.length === 0;
  const isSet = isReachable && credentials.some(({ credential }) => credential.state === 'set');
  const named = credentials.flatMap(({ name, weight }) =>
    name === undefined ? [] : [{ name, weight }],
  );
  const state = isSet ? 'set' : 'missing';
  return {
    credential: credentials.length === 0 && isReachable ? 'none' : state,
    credentials: named.length > 0 ? named : undefined,
  };
}

/** The fragments of the secrets that are there, in sections that are never pinned and never kept: none where its connections lack one. */
export const secretsOf = (
  object: SourceObject,
  { credentials, connection }: ProviderGathered,
): SectionFragment[] =>
  connection.missing.length > 0
    ? []
    : [...credentialsOf(object, credentials), ...connectionFragments(object, connection)];

const credentialsOf = (
  object: SourceObject,
  credentials: readonly NamedCredential[],
): SectionFragment[] =>
  credentials.flatMap(({ name, credential }) => {
    if (credential.state !== 'set') return [];
    const { value: apiKey } = credential;
    const fragment: CredentialFragment = {
      source: sourceOf(object),
      provider: object.name,
      name,
      apiKey,
    };
    return [{ section: 'credentials', fragment }];
  });

/** What is wrong with an address; undefined where nothing is. */
function wrongAddress(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  if (!URL.canParse(baseUrl)) return `"${baseUrl}" is no address: write https://host/path`;
  return isNeverAllowed(new URL(baseUrl)) ? NEVER_ALLOWED : undefined;
}

function baseUrlOf(spec: ProviderSpec, type: ServedType): string | undefined {
  if (type === 'simulated') return undefined;
  return (spec.baseUrl ?? providerType(type).baseUrl)?.replace(/\/+$/, '');
}

function simulationOf(spec: ProviderSpec): ProviderFragment['simulation'] {
  const simulation = spec.simulation ?? SIMULATION.simulation;
  return (
    simulation && {
      ...simulation,
      errorRate: Number(simulation.errorRate),
      abortRate: Number(simulation.abortRate),
    }
  );
}
