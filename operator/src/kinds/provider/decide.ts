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
import type { ProviderGathered } from './gather.ts';

type ServedType = ProviderFragment['type'];

const SIMULATION = provider.spec.parse({ type: 'simulated', simulation: {} });

/** A Provider's fragment, and its credential apart from it. */
export function decideProvider(
  object: SourceObject,
  spec: ProviderSpec,
  { credential }: ProviderGathered,
): KindVerdict {
  const { type } = spec;
  if (!isServedType(type)) {
    return notEnforced(`no service of this version speaks to providers of type ${type}`);
  }
  const baseUrl = baseUrlOf(spec, type);
  const wrong = wrongAddress(baseUrl);
  if (wrong !== undefined) return notAccepted('Invalid', `spec.baseUrl: ${wrong}`);
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
  const fragments: SectionFragment[] = [{ section: 'providers', fragment }];
  if (credential.state === 'missing')
    return notAccepted('SecretNotFound', credential.why, fragments);
  if (credential.state === 'set') fragments.push(credentialOf(object, credential.value));
  return accepted(fragments, spec.isActive ? [] : ['inactive: its models are out of service']);
}

/** The credential's fragment, in a section that is never pinned and never kept. */
export function credentialOf(object: SourceObject, apiKey: string): SectionFragment {
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
