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
