import {
  API_VERSION,
  GROUP,
  VERSION,
  type KindDefinition,
  type Resource,
} from '@aicp/crds/kit/kind';
import type { KubernetesObject, ResourceType } from '@aicp/common/kubernetes/objects';

/** An object of ours as Kubernetes keeps it. */
export type StoredObject = KubernetesObject & Resource;

/** Where the Kubernetes API has the objects of a kind. */
export const typeOf = (kind: KindDefinition): ResourceType => ({
  group: GROUP,
  version: VERSION,
  plural: kind.plural,
  kind: kind.kind,
});

/** An object as the API answered it; lists leave out what it is, and an object written without a schema may lack its spec. */
export const asStored = (kind: KindDefinition, object: KubernetesObject): StoredObject => ({
  ...object,
  apiVersion: API_VERSION,
  kind: kind.kind,
  spec: (object['spec'] ?? {}) as StoredObject['spec'],
});
