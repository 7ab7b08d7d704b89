import type { ResourceMetadata } from '@aicp/crds/kit/kind';
import { stringify } from 'yaml';
import type { Spec } from './collection.ts';
import type { StoredObject } from './stored-object.ts';

/** The object as a file in Git holds it. */
export function manifest(
  { apiVersion, kind, metadata }: StoredObject,
  spec: Spec,
  status?: Spec,
): string {
  const document = { apiVersion, kind, metadata: manifestMetadata(metadata), spec };
  return stringify(status ? { ...document, status } : document, { aliasDuplicateObjects: false });
}

/** What tools write down on objects for themselves, by the beginning of its key: it stands in no file that people commit. */
const OF_TOOLS: readonly string[] = [
  'kubectl.kubernetes.io/last-applied-configuration',
  'argocd.argoproj.io/tracking-id',
  'argocd.argoproj.io/instance',
  'kustomize.toolkit.fluxcd.io/name',
  'kustomize.toolkit.fluxcd.io/namespace',
  'kustomize.toolkit.fluxcd.io/checksum',
  'helm.toolkit.fluxcd.io/',
  'meta.helm.sh/',
  'aicp.dev/audit-',
];

/** Metadata as a file in Git holds it: name, namespace, and the labels and annotations that people wrote. */
function manifestMetadata({ name, namespace, labels, annotations }: ResourceMetadata) {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...named('labels', ofPeople(labels)),
    ...named('annotations', ofPeople(annotations)),
  };
}

type Texts = Readonly<Record<string, string>>;

/** What people wrote of labels or annotations. */
export const ofPeople = (texts: Texts = {}): Texts =>
  Object.fromEntries(
    Object.entries(texts).filter(([key]) => !OF_TOOLS.some((begin) => key.startsWith(begin))),
  );

const named = (field: string, texts: Texts): Record<string, Texts> =>
  Object.keys(texts).length === 0 ? {} : { [field]: texts };
