/** What says whose a Secret is. */
export interface SecretMarks {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly type: string | undefined;
}

const OWN_NAMES = /^(aicp-snap-|aicp-boot-|aicp-admin-)/;
const OWN_LABEL = 'app.kubernetes.io/managed-by';
const OWNER = 'aicp-operator';
/** Keeps any other Secret from being referred to, such as a chart's database password. */
const RESERVED_LABEL = 'aicp.dev/reserved';
/** Kinds of Secrets that hold an identity of the cluster or a chart's whole state, never a credential for us. */
const FOREIGN_TYPES = /^(kubernetes\.io\/service-account-token|helm\.sh\/)/;

/** Whether a Secret is the installation's own or the cluster's, which no object may send anywhere. */
export const isReservedSecret = ({ name, labels, type }: SecretMarks): boolean =>
  OWN_NAMES.test(name) ||
  labels[OWN_LABEL] === OWNER ||
  labels[RESERVED_LABEL] !== undefined ||
  FOREIGN_TYPES.test(type ?? '');

const ADMIN = 'aicp-admin';

/** What says for which object the admin API made a Secret. */
export interface OwnedSecret extends SecretMarks {
  readonly owners: readonly {
    readonly kind: string;
    readonly name: string;
    readonly uid: string;
  }[];
}

/** An object that refers to a Secret. */
export interface Referrer {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * Whether the admin API made a Secret for another object than this one; its value must not be given to any other. The Secret's name says
 * which kind and name it was made for. Its owner reference, once it is written, says which object of that name by its uid.
 */
export function isMadeForAnother(secret: OwnedSecret, { kind, name, uid }: Referrer): boolean {
  if (secret.labels[OWN_LABEL] !== ADMIN) return false;
  const prefix = `aicp-secret-${kind.toLowerCase()}-${name}-`;
  const isNamedSo =
    secret.name.startsWith(prefix) && /^[0-9a-z]{8}$/.test(secret.name.slice(prefix.length));
  const isOwned = secret.owners.every(
    (owner) => owner.kind === kind && owner.name === name && owner.uid === uid,
  );
  return !isNamedSo || !isOwned;
}
