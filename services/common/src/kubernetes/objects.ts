/** What Kubernetes keeps about every object. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: unknown;
  readonly managedFields?: unknown;
}

/** An object as the API writes it. Items of a list may lack `apiVersion` and `kind`. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

interface Write {
  readonly time?: string;
  readonly subresource?: string;
}

/** When the object itself was last written, its status aside (RFC 3339). */
export function lastWritten({
  creationTimestamp,
  managedFields,
}: Pick<ObjectMeta, 'creationTimestamp' | 'managedFields'>): string | undefined {
  let latest = creationTimestamp;
  const writes = Array.isArray(managedFields) ? (managedFields as readonly Write[]) : [];
  for (const { time, subresource } of writes) {
    if (!subresource && time !== undefined && time > (latest ?? '')) latest = time;
  }
  return latest;
}

/** A resource of the API: `group` is empty for core ones. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
}

/** An object's place; without a namespace, an object of the cluster. */
export interface ObjectRef {
  readonly namespace?: string | undefined;
  readonly name: string;
}

export const SECRETS: ResourceType = core('secrets', 'Secret');
export const CONFIG_MAPS: ResourceType = core('configmaps', 'ConfigMap');
export const EVENTS: ResourceType = core('events', 'Event');
export const LEASES: ResourceType = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
};
export const ENDPOINT_SLICES: ResourceType = {
  group: 'discovery.k8s.io',
  version: 'v1',
  plural: 'endpointslices',
  kind: 'EndpointSlice',
};
export const CUSTOM_RESOURCE_DEFINITIONS: ResourceType = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
};

function core(plural: string, kind: string): ResourceType {
  return { group: '', version: 'v1', plural, kind };
}

/** `aicp.dev/v1alpha1`, or `v1` for a core resource. */
export const apiVersionOf = (type: ResourceType): string =>
  type.group === '' ? type.version : `${type.group}/${type.version}`;

/** The name under which metrics and logs know a resource: `models.aicp.dev`, `secrets`. */
export const resourceName = (type: ResourceType): string =>
  type.group === '' ? type.plural : `${type.plural}.${type.group}`;

/** The path of a collection, or of one object in it. */
export function resourcePath(
  type: ResourceType,
  place: { namespace?: string | undefined; name?: string; subresource?: string },
): string {
  const root = type.group === '' ? `/api/${type.version}` : `/apis/${apiVersionOf(type)}`;
  const parts = [
    root,
    ...(place.namespace === undefined ? [] : ['namespaces', place.namespace]),
    type.plural,
    ...(place.name === undefined ? [] : [encodeURIComponent(place.name)]),
    ...(place.subresource === undefined ? [] : [place.subresource]),
  ];
  return parts.join('/');
}

/** What a cache files an object under: `namespace/name`, or the name of an object of the cluster. */
export const keyOf = (ref: ObjectRef): string =>
  ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
