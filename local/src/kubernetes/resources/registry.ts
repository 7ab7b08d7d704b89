import type { KindDefinition } from '@aicp/crds/kit/kind';
import {
  crdResource,
  endpointSliceResource,
  leaseResource,
  namespaceResource,
} from './cluster-resources.ts';
import { configMapResource, secretResource } from './config-data.ts';
import { customResource } from './custom-resource.ts';
import { coreEventResource, eventResource } from './event-resources.ts';
import type { ResourceType } from './resource-type.ts';

const BUILT_IN: readonly ResourceType[] = [
  namespaceResource,
  secretResource,
  configMapResource,
  coreEventResource,
  eventResource,
  leaseResource,
  endpointSliceResource,
  crdResource,
];

/** The resources that a server knows. */
export class ResourceRegistry {
  readonly all: readonly ResourceType[];
  readonly #byPath: ReadonlyMap<string, ResourceType>;
  readonly #byStorage: ReadonlyMap<string, ResourceType>;

  constructor(kinds: readonly KindDefinition[]) {
    this.all = [...BUILT_IN, ...kinds.map(customResource)];
    this.#byPath = new Map(
      this.all.map((type) => [`${type.group}/${type.version}/${type.plural}`, type]),
    );
    this.#byStorage = new Map(
      this.all.filter((type) => !type.view).map((type) => [type.storage, type]),
    );
  }

  /** The resource at `/apis/<group>/<version>/<plural>`; the core group is ''. */
  find(group: string, version: string, plural: string): ResourceType | undefined {
    return this.#byPath.get(`${group}/${version}/${plural}`);
  }

  /** The resource whose form is the stored one. */
  stored(storage: string): ResourceType | undefined {
    return this.#byStorage.get(storage);
  }
}
