import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import type { ProviderSpec } from '@aicp/crds/provider';
import { credentialAt, type Credential } from '../kit/credential.ts';
import type { Lookup } from '../kit/lookup.ts';

/** What a Provider refers to: the credential that its secretRef names. */
export interface ProviderGathered {
  readonly credential: Credential;
}

/** What an HTTP header can carry. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

export function gatherProvider(
  { secretRef }: Pick<ProviderSpec, 'secretRef'>,
  lookup: Pick<Lookup, 'secret'>,
  referrer: Referrer,
): ProviderGathered {
  const credential = credentialAt(secretRef, lookup, referrer);
  if (!secretRef || credential.state !== 'set' || HEADER_VALUE.test(credential.value)) {
    return { credential };
  }
  const { name, key } = secretRef;
  const why = `key "${key}" of Secret "${name}" holds characters that no header can carry`;
  return { credential: { state: 'missing', why } };
}
