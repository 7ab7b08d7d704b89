import { parseAllDocuments } from 'yaml';

/** An object as a chart renders it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: {
    readonly requests?: Readonly<Record<string, unknown>>;
    readonly limits?: Readonly<Record<string, unknown>>;
  };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The objects of each rendering that was read: many tests look at the same, and none may change them. */
const read = new Map<string, readonly Manifest[]>();

/** The objects of a rendering. Read as YAML 1.1, as Helm and the API server do (0440 is octal). Throws on what is no YAML. */
export function manifestsOf(rendered: string): readonly Manifest[] {
  const known = read.get(rendered);
  if (known) return known;
  const manifests = parseAllDocuments(rendered, { version: '1.1' }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0] as Error;
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
  read.set(rendered, frozen(manifests));
  return manifests;
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** `Deployment/aicp-gateway`. */
export const idOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;

/** The object of that kind and name. Throws where there is none. */
export function manifestNamed(manifests: readonly Manifest[], id: string): Manifest {
  const found = manifests.find((manifest) => idOf(manifest) === id);
  if (!found) throw new Error(`no ${id} among ${manifests.map(idOf).join(', ')}`);
  return found;
}

/** The pod that an object makes, where it makes one. */
export function podOf(manifest: Manifest): PodSpec | undefined {
  if (manifest.kind === 'Pod') return manifest['spec'] as PodSpec;
  const spec = manifest['spec'] as { template?: { spec: PodSpec } } | undefined;
  return ['Deployment', 'StatefulSet', 'Job', 'DaemonSet'].includes(manifest.kind)
    ? spec?.template?.spec
    : undefined;
}

/** Every container of a pod. */
export const containersOf = (pod: PodSpec): Container[] => [
  ...(pod.initContainers ?? []),
  ...pod.containers,
];
