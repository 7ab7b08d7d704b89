import type { SecretView, World } from '../world.ts';

/** What a reference to a key of a Secret gives. */
export type Credential =
  | { readonly state: 'none' }
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'missing'; readonly why: string };

export interface SecretRef {
  readonly name: string;
  readonly key: string;
}

const OWN_NAMES = /^(aicp-snap-|aicp-boot-|aicp-admin-)/;
const OWN_LABEL = 'app.kubernetes.io/managed-by';
const OWNER = 'aicp-operator';
/** Keeps any other Secret from being referred to, such as a chart's database password. */
const RESERVED_LABEL = 'aicp.dev/reserved';
/** Kinds of Secrets that hold an identity of the cluster or a chart's whole state, never a credential for us. */
const FOREIGN_TYPES = /^(kubernetes\.io\/service-account-token|helm\.sh\/)/;

/** The value that a reference names, without space around it; `none` without a reference. */
export function credentialAt(ref: SecretRef | undefined, world: Pick<World, 'secret'>): Credential {
  if (!ref) return { state: 'none' };
  const secret = world.secret(ref.name);
  if (secret && isReserved(secret)) {
    return missing(`Secret "${ref.name}" belongs to the installation: name another one`);
  }
  if (!secret) return missing(`Secret "${ref.name}" does not exist: create it`);
  const encoded = secret.data[ref.key];
  if (encoded === undefined) {
    return missing(`Secret "${ref.name}" has no key "${ref.key}": add it or change the reference`);
  }
  const value = Buffer.from(encoded, 'base64').toString().trim();
  if (value === '') return missing(`key "${ref.key}" of Secret "${ref.name}" is empty: fill it`);
  return { state: 'set', value };
}

const missing = (why: string): Credential => ({ state: 'missing', why });

/** Whether a Secret is the installation's own, which no object may send anywhere. */
const isReserved = (secret: SecretView): boolean =>
  OWN_NAMES.test(secret.name) ||
  secret.labels[OWN_LABEL] === OWNER ||
  secret.labels[RESERVED_LABEL] !== undefined ||
  FOREIGN_TYPES.test(secret.type ?? '');
