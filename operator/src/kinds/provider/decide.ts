import { isNeverAllowed, NEVER_ALLOWED } from '@aicp/common/http/address-guard';
import type { CredentialFragment, ProviderFragment } from '@aicp/contracts/snapshot/fragments';
import { provider, SERVED_PROVIDER_TYPES, type ProviderSpec } from '@aicp/crds/provider';
import { accepted, notEnforced, refused, type Decision, type Placed } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import type { ProviderGathered } from './gather.ts';

type ServedType = ProviderFragment['type'];

const SERVED_TYPES: readonly string[] = SERVED_PROVIDER_TYPES;
const DEFAULT_BASE_URL: Readonly<Partial<Record<ServedType, string>>> = {
  openai: 'https://api.openai.com/v1',
};
const SIMULATION = provider.spec.parse({ type: 'simulated', simulation: {} });

export const isServedType = (type: string): type is ServedType => SERVED_TYPES.includes(type);

/** A Provider's fragment, and its credential apart from it. */
export function decideProvider(
  object: SourceObject,
  spec: ProviderSpec,
  { credential }: ProviderGathered,
): Decision {
  const { type } = spec;
  if (!isServedType(type)) {
    return notEnforced(`no service of this version speaks to providers of type ${type}`);
  }
  const baseUrl = baseUrlOf(spec, type);
  const wrong = wrongAddress(baseUrl);
  if (wrong !== undefined) return refused('Invalid', `spec.baseUrl: ${wrong}`);
  const fragment: ProviderFragment = {
    source: sourceOf(object),
    id: object.name,
    type,
    organization: spec.organizationId,
    baseUrl,
    credential: credential.state,
    timeoutMs: spec.timeoutMs,
    maxRetries: spec.maxRetries,
    headers: spec.headers ?? {},
    isActive: spec.isActive,
    simulation: type === 'simulated' ? simulationOf(spec) : undefined,
  };
  const placed: Placed[] = [{ section: 'providers', fragment }];
  if (credential.state === 'missing') return refused('SecretNotFound', credential.why, placed);
  if (credential.state === 'set') placed.push(credentialOf(object, credential.value));
  return accepted(placed, spec.isActive ? [] : ['inactive: its models are out of service']);
}

/** The credential's fragment, in a section that is never pinned and never kept. */
export function credentialOf(object: SourceObject, apiKey: string): Placed {
  const fragment: CredentialFragment = {
    source: sourceOf(object),
    provider: object.name,
    apiKey,
  };
  return { section: 'credentials', fragment };
}

/** What is wrong with an address; undefined where nothing is. */
function wrongAddress(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  if (!URL.canParse(baseUrl)) return `"${baseUrl}" is no address: write https://host/path`;
  return isNeverAllowed(new URL(baseUrl)) ? NEVER_ALLOWED : undefined;
}

function baseUrlOf(spec: ProviderSpec, type: ServedType): string | undefined {
  if (type === 'simulated') return undefined;
  return (spec.baseUrl ?? DEFAULT_BASE_URL[type])?.replace(/\/+$/, '');
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
