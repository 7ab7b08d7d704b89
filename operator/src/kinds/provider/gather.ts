import type { ProviderSpec } from '@aicp/crds/provider';
import type { SecretView, World } from '../world.ts';

/** What a Provider refers to: the credential that its secretRef names. */
export interface ProviderGathered {
  readonly credential: Credential;
}

export type Credential =
  | { readonly state: 'none' }
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'missing'; readonly why: string };

const OWN_NAMES = /^(aicp-snap-|aicp-boot-|aicp-admin-key$)/;
const OWN_LABEL = 'app.kubernetes.io/managed-by';
const OWNER = 'aicp-operator';
/** Keeps any other Secret from being referred to, such as a chart's database password. */
const RESERVED_LABEL = 'aicp.dev/reserved';
/** Kinds of Secrets that hold an identity of the cluster or a chart's whole state, never a provider's credential. */
const FOREIGN_TYPES = /^(kubernetes\.io\/service-account-token|helm\.sh\/)/;
/** What an HTTP header can carry. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

export function gatherProvider(
  spec: Pick<ProviderSpec, 'secretRef'>,
  world: Pick<World, 'secret'>,
): ProviderGathered {
  return { credential: spec.secretRef ? credentialOf(spec.secretRef, world) : { state: 'none' } };
}

function credentialOf(
  ref: { readonly name: string; readonly key: string },
  world: Pick<World, 'secret'>,
): Credential {
  const secret = world.secret(ref.name);
  if (secret && isReserved(secret)) {
    return missing(`Secret "${ref.name}" belongs to the installation: name another one`);
  }
  if (!secret) return missing(`Secret "${ref.name}" does not exist: create it`);
  const encoded = secret.data[ref.key];
  if (encoded === undefined) {
    return missing(`Secret "${ref.name}" has no key "${ref.key}": add it or change secretRef.key`);
  }
  const value = Buffer.from(encoded, 'base64').toString().trim();
  if (!HEADER_VALUE.test(value)) {
    return missing(
      `key "${ref.key}" of Secret "${ref.name}" is empty or holds characters that no header can carry`,
    );
  }
  return { state: 'set', value };
}

const missing = (why: string): Credential => ({ state: 'missing', why });

/** Whether a Secret is the installation's own, which no object may send anywhere. */
export const isReserved = (secret: Pick<SecretView, 'name' | 'labels' | 'type'>): boolean =>
  OWN_NAMES.test(secret.name) ||
  secret.labels[OWN_LABEL] === OWNER ||
  secret.labels[RESERVED_LABEL] !== undefined ||
  FOREIGN_TYPES.test(secret.type ?? '');
