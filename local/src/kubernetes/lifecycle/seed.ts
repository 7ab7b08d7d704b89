import { randomUUID } from 'node:crypto';
import { VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import { crdName, toCrd } from '@aicp/crds/kit/manifest';
import type { Api } from '../api.ts';
import { sameJson, timestamp, type JsonObject, type KubeObject } from '../object.ts';
import { crdResource } from '../resources/crd-resource.ts';
import { namespaceResource } from '../resources/namespace.ts';

const NAMESPACES = ['default', 'kube-system'];

/** Makes what is there from the start: the first namespaces, and a CustomResourceDefinition for each kind as it is today. */
export function seed(api: Api, kinds: readonly KindDefinition[]): void {
  const time = timestamp(api.clock.now());
  for (const name of NAMESPACES) seedNamespace(api, name, time);
  for (const kind of kinds) seedCrd(api, kind, time);
  const known = new Set(kinds.map(crdName));
  for (const stored of api.store.list(crdResource.storage)) {
    if (!known.has(stored.name)) api.store.remove(stored);
  }
}

function seedNamespace(api: Api, name: string, time: string): void {
  if (api.store.get('namespaces', '', name)) return;
  const metadata = { name, uid: randomUUID(), creationTimestamp: time };
  const object: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata };
  namespaceResource.prepare(object, undefined);
  api.store.put('namespaces', object);
}

function establishedStatus(crd: JsonObject, time: string): JsonObject {
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    type,
    status: 'True',
    lastTransitionTime: time,
    reason,
    message,
  });
  const spec = crd['spec'] as JsonObject;
  return {
    acceptedNames: structuredClone(spec['names'] ?? null),
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    storedVersions: [VERSION],
  };
}

function seedCrd(api: Api, kind: KindDefinition, time: string): void {
  const crd = JSON.parse(JSON.stringify(toCrd(kind))) as KubeObject;
  const stored = api.store.get(crdResource.storage, '', crd.metadata.name);
  const old = stored?.object;
  if (old && sameJson(old['spec'], crd['spec'])) return;
  const metadata = {
    ...crd.metadata,
    uid: old?.metadata.uid ?? randomUUID(),
    creationTimestamp: old?.metadata.creationTimestamp ?? time,
    generation: (old?.metadata.generation ?? 0) + 1,
  };
  api.store.put(crdResource.storage, {
    ...crd,
    metadata,
    status: establishedStatus(crd, time),
  });
}
