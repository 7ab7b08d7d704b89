import { randomUUID } from 'node:crypto';
import { VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import { toCrd } from '@aicp/crds/kit/manifest';
import type { Api } from '../store/api.ts';
import { sameJson, timestamp, type JsonObject, type KubeObject } from '../objects/object.ts';
import { crdResource, namespaceResource } from '../resources/cluster-resources.ts';

/** Makes what is there from the start: the first namespaces, and a CustomResourceDefinition for each kind as it is today. */
export function seed(api: Api, kinds: readonly KindDefinition[]): void {
  const time = timestamp(api.clock.now());
  for (const name of ['default', 'kube-system']) {
    if (api.store.get(namespaceResource.storage, '', name)) continue;
    const metadata = { name, uid: randomUUID(), creationTimestamp: time };
    const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata };
    namespaceResource.prepare(namespace, undefined);
    api.store.put(namespaceResource.storage, namespace);
  }
  const crds = kinds.map((kind) => JSON.parse(JSON.stringify(toCrd(kind))) as KubeObject);
  for (const crd of crds) seedCrd(api, crd, time);
  const known = new Set(crds.map(({ metadata }) => metadata.name));
  for (const stored of api.store.list(crdResource.storage)) {
    if (!known.has(stored.name)) api.store.remove(stored);
  }
}

function seedCrd(api: Api, crd: KubeObject, time: string): void {
  const stored = api.store.get(crdResource.storage, '', crd.metadata.name);
  const old = stored?.object ?? { metadata: { uid: randomUUID(), creationTimestamp: time } };
  if (stored && sameJson(stored.object['spec'], crd['spec'])) return;
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    type,
    status: 'True',
    lastTransitionTime: time,
    reason,
    message,
  });
  const { names = null } = crd['spec'] as JsonObject;
  const metadata = {
    ...crd.metadata,
    uid: old.metadata.uid ?? '',
    creationTimestamp: old.metadata.creationTimestamp ?? time,
    generation: (stored?.object.metadata.generation ?? 0) + 1,
  };
  const status = {
    acceptedNames: names,
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    storedVersions: [VERSION],
  };
  api.store.put(crdResource.storage, { ...crd, metadata, status });
}
