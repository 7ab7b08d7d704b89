import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import type { ProviderSpec } from '@aicp/crds/provider';
import { credentialAt, type Credential } from '../kit/credential.ts';
import {
  gatherConnection,
  type ConnectionReferences,
  type ConnectionSecrets,
} from './connection-secrets.ts';
import type { Lookup } from '../kit/lookup.ts';
import { providerCredential } from './provider-credential.ts';

/** A credential that a Provider names. */
export interface NamedCredential {
  /** Undefined: that of its secretRef. */
  readonly name: string | undefined;
  readonly weight: number;
  readonly credential: Credential;
}

/** What a Provider refers to: the credentials that it names, and what its connections need. */
export interface ProviderGathered {
  readonly credentials: readonly NamedCredential[];
  readonly connection: ConnectionSecrets;
}

type References = Pick<ProviderSpec, 'secretRef' | 'credentials'> &
  Partial<Pick<ProviderSpec, 'type'>> &
  ConnectionReferences;

export function gatherProvider(
  { type, secretRef, credentials = [], ...connection }: References,
  lookup: Pick<Lookup, 'secret'>,
  referrer: Referrer,
): ProviderGathered {
  const named = secretRef ? [{ name: undefined, weight: 1, secretRef }] : credentials;
  return {
    credentials: named.map(({ name, weight, secretRef: ref }) => ({
      name,
      weight,
      credential: providerCredential(type, ref, credentialAt(ref, lookup, referrer)),
    })),
    connection: gatherConnection(connection, lookup, referrer),
  };
}
