import { z } from 'zod';
import type { ObjectMeta } from './objects.ts';

/** Who keeps an object as it is: one of ours, a person's hand, or a tool that writes it again from elsewhere. */
export interface Ownership {
  readonly managedBy: 'api' | 'kubectl' | 'helm' | 'argocd' | 'flux' | 'system';
  /** A change belongs where the owner reads from: made here, the owner would undo it or trip over it. */
  readonly readOnly: boolean;
  /** What to name to a reader: `Application quickstart`, `Kustomization flux-system/aicp`, `release ai/quickstart`. */
  readonly owner: string | undefined;
}

type Metadata = Pick<ObjectMeta, 'labels' | 'annotations' | 'managedFields' | 'name' | 'namespace'>;

/**
 * Whose an object is, by the marks that the tools leave on what they write. Field managers decide the rest: they may lack `fieldsV1`, as
 * caches keep them. Without any, the object counts as written by hand.
 */
export function ownerOf({ metadata }: { readonly metadata: Metadata }): Ownership {
  return (
    byArgo(metadata) ??
    byFlux(metadata) ??
    byHelm(metadata) ?? { managedBy: handOf(metadata), readOnly: false, owner: undefined }
  );
}

const TRACKING_ID = 'argocd.argoproj.io/tracking-id';
const INSTANCE = 'app.kubernetes.io/instance';
const ARGO_MANAGER = 'argocd-controller';

/** Argo CD tracks by an annotation; told to track by label, it leaves one that others use too, so its field manager must be there. */
function byArgo(metadata: Metadata): Ownership | undefined {
  const { labels, annotations } = metadata;
  const id = annotations?.[TRACKING_ID];
  if (id !== undefined) {
    return isOf(metadata, id) ? keptBy('argocd', `Application ${applicationOf(id)}`) : undefined;
  }
  const instance = labels?.[INSTANCE];
  const isArgos = writersOf(metadata).some(({ manager }) => manager === ARGO_MANAGER);
  return instance !== undefined && isArgos
    ? keptBy('argocd', `Application ${instance}`)
    : undefined;
}

/** `app:group/Kind:namespace/name`. Whoever copies an object copies its annotations; Argo CD counts only what the id names. */
const isOf = ({ name }: Metadata, id: string): boolean => id.endsWith(`/${name}`);

/** An Application outside Argo CD's own namespace is called `namespace_name`. */
const applicationOf = (id: string): string => id.slice(0, id.indexOf(':')).replace('_', '/');

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';
const HELM_CONTROLLER = 'helm.toolkit.fluxcd.io';

function byFlux({ labels, annotations }: Metadata): Ownership | undefined {
  const kustomization = fluxOwner(labels, KUSTOMIZE);
  if (kustomization !== undefined) {
    const leftAlone =
      annotations?.[`${KUSTOMIZE}/reconcile`]?.toLowerCase() === 'disabled' ||
      LEFT_ALONE.has(annotations?.[`${KUSTOMIZE}/ssa`]?.toLowerCase() ?? '');
    return { ...keptBy('flux', `Kustomization ${kustomization}`), readOnly: !leftAlone };
  }
  const release = fluxOwner(labels, HELM_CONTROLLER);
  return release === undefined ? undefined : keptBy('flux', `HelmRelease ${release}`);
}

/** What the annotation `ssa` says where Flux makes an object, or adopts it, and keeps off it afterwards. */
const LEFT_ALONE = new Set(['ifnotpresent', 'ignore']);

function fluxOwner(labels: Metadata['labels'], group: string): string | undefined {
  const [name, namespace] = [labels?.[`${group}/name`], labels?.[`${group}/namespace`]];
  return name === undefined || namespace === undefined ? undefined : `${namespace}/${name}`;
}

/** The label alone says only that a chart was rendered, by whomever; the annotations are Helm's own. */
function byHelm({ labels, annotations }: Metadata): Ownership | undefined {
  const release = annotations?.['meta.helm.sh/release-name'];
  const namespace = annotations?.['meta.helm.sh/release-namespace'];
  if (labels?.['app.kubernetes.io/managed-by'] !== 'Helm' || release === undefined)
    return undefined;
  return keptBy('helm', `release ${namespace === undefined ? release : `${namespace}/${release}`}`);
}

const keptBy = (managedBy: Ownership['managedBy'], owner: string): Ownership => ({
  managedBy,
  readOnly: true,
  owner,
});

/** A manifest that is applied comes again, so it weighs more than what the admin API wrote; what only the operator wrote was there from the start. */
function handOf(metadata: Metadata): Ownership['managedBy'] {
  const writers = writersOf(metadata);
  const isApplied =
    metadata.annotations?.['kubectl.kubernetes.io/last-applied-configuration'] !== undefined ||
    writers.some(({ manager, operation }) => !isOurs(manager) && operation === 'Apply');
  if (isApplied) return 'kubectl';
  if (writers.some(({ manager }) => manager === API_MANAGER)) return 'api';
  return writers.length > 0 && writers.every(({ manager }) => isOurs(manager))
    ? 'system'
    : 'kubectl';
}

const API_MANAGER = 'aicp-admin';
const isOurs = (manager: string): boolean => manager === API_MANAGER || manager === 'aicp-operator';

const fieldManagers = z
  .array(
    z.object({
      manager: z.string().default(''),
      operation: z.string().optional(),
      subresource: z.string().optional(),
    }),
  )
  .default([]);

/** Who wrote the object itself. Writers of its status do not count: that is always the operator. */
const writersOf = ({ managedFields }: Metadata) =>
  fieldManagers.parse(managedFields).filter(({ subresource }) => !subresource);
