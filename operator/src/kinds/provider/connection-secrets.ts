import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import type { ProviderSecretsFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { ProviderSpec } from '@aicp/crds/provider';
import { credentialAt, type SecretRef } from '../kit/credential.ts';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import type { Lookup } from '../kit/lookup.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** What the connections to a provider need of Secrets. */
export interface ConnectionSecrets {
  readonly values: Omit<ProviderSecretsFragment, 'source' | 'provider'>;
  /** Why the provider cannot be connected to, a sentence each: without what it asks for, nothing is sent to it. */
  readonly missing: readonly string[];
}

export type ConnectionReferences = Pick<ProviderSpec, 'proxySecretRef'>;

/** Looks up what a Provider names for its connections. */
export function gatherConnection(
  { proxySecretRef }: ConnectionReferences,
  lookup: Pick<Lookup, 'secret'>,
  referrer: Referrer,
): ConnectionSecrets {
  const missing: string[] = [];
  const at = (field: string, ref: SecretRef | undefined): string | undefined => {
    const credential = credentialAt(ref, lookup, referrer);
    if (credential.state === 'missing') missing.push(`${field}: ${credential.why}`);
    return credential.state === 'set' ? credential.value : undefined;
  };
  return { values: { proxyCredentials: at('proxySecretRef', proxySecretRef) }, missing };
}

/** Their fragment, in a section that is never pinned and never kept; none where there is nothing to hold. */
export function connectionFragments(
  object: SourceObject,
  { values }: ConnectionSecrets,
): SectionFragment[] {
  if (Object.values(values).every((value) => value === undefined)) return [];
  const fragment: ProviderSecretsFragment = {
    source: sourceOf(object),
    provider: object.name,
    ...values,
  };
  return [{ section: 'provider_secrets', fragment }];
}
