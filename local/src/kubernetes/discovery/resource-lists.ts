import { createHash } from 'node:crypto';
import type { JsonObject } from '../object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { apiVersionOf } from '../resources/resource-type.ts';

const STATUS_VERBS = ['get', 'patch', 'update'];

/** Reviews are answered, and never stored. */
export const REVIEWS = [
  {
    group: 'authorization.k8s.io',
    version: 'v1',
    plural: 'selfsubjectaccessreviews',
    kind: 'SelfSubjectAccessReview',
  },
  {
    group: 'authentication.k8s.io',
    version: 'v1',
    plural: 'selfsubjectreviews',
    kind: 'SelfSubjectReview',
  },
] as const;

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** The groups and versions there are, the core group first. */
export function groupVersions(types: readonly ResourceType[]): GroupVersion[] {
  const all = [...types, ...REVIEWS].map(({ group, version }) => ({ group, version }));
  return [...new Map(all.map((entry) => [apiVersionOf(entry), entry])).values()];
}

const sameVersion = (a: GroupVersion, b: GroupVersion): boolean =>
  a.group === b.group && a.version === b.version;

/** `/api/v1`, `/apis/<group>/<version>`: APIResourceList. */
export function resourceList(types: readonly ResourceType[], at: GroupVersion): JsonObject {
  const resources = types.filter((type) => sameVersion(type, at)).flatMap(listEntries);
  const reviews = REVIEWS.filter((review) => sameVersion(review, at)).map(({ plural, kind }) => ({
    name: plural,
    singularName: kind.toLowerCase(),
    namespaced: false,
    kind,
    verbs: ['create'],
  }));
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersionOf(at),
    resources: [...resources, ...reviews],
  };
}

function listEntries(type: ResourceType): JsonObject[] {
  const { plural, singular, kind, namespaced, verbs, shortNames, categories } = type;
  const hash = createHash('sha256')
    .update(`${apiVersionOf(type)}/${kind}`)
    .digest('base64');
  const entry = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs: [...verbs],
    ...(shortNames.length > 0 ? { shortNames: [...shortNames] } : {}),
    ...(categories.length > 0 ? { categories: [...categories] } : {}),
    storageVersionHash: hash.slice(0, 12),
  };
  if (!type.statusSubresource) return [entry];
  const status = {
    name: `${plural}/status`,
    singularName: '',
    namespaced,
    kind,
    verbs: STATUS_VERBS,
  };
  return [entry, status];
}

function groupEntry(types: readonly ResourceType[], group: string): JsonObject {
  const versions = groupVersions(types)
    .filter((entry) => entry.group === group)
    .map((entry) => ({ groupVersion: apiVersionOf(entry), version: entry.version }));
  return { name: group, versions, preferredVersion: versions[0] ?? {} };
}

const groupNames = (types: readonly ResourceType[]): string[] =>
  [...new Set(groupVersions(types).map(({ group }) => group))].filter((group) => group !== '');

/** `/apis/<group>`; undefined where there is no such group. */
export function apiGroup(types: readonly ResourceType[], group: string): JsonObject | undefined {
  if (!groupNames(types).includes(group)) return undefined;
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(types, group) };
}

/** `/apis`: APIGroupList. */
export function apiGroupList(types: readonly ResourceType[]): JsonObject {
  const groups = groupNames(types).map((group) => groupEntry(types, group));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** `/api`: the versions of the core group. */
export const coreVersions = (): JsonObject => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [],
});

/** `/api` or `/apis` in the aggregated form (apidiscovery.k8s.io/v2). */
export function aggregatedDiscovery(types: readonly ResourceType[], core: boolean): JsonObject {
  const names = core ? [''] : groupNames(types);
  const items = names.map((group) => ({
    metadata: group ? { name: group } : {},
    versions: groupVersions(types)
      .filter((entry) => entry.group === group)
      .map((entry) => ({
        version: entry.version,
        resources: aggregatedResources(types, entry),
        freshness: 'Current',
      })),
  }));
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items,
  };
}

function aggregatedResources(types: readonly ResourceType[], at: GroupVersion): JsonObject[] {
  const responseKind = (kind: string) => ({ group: at.group, version: at.version, kind });
  const resources = types
    .filter((type) => sameVersion(type, at))
    .map((type) => ({
      resource: type.plural,
      responseKind: responseKind(type.kind),
      scope: type.namespaced ? 'Namespaced' : 'Cluster',
      singularResource: type.singular,
      verbs: [...type.verbs],
      ...(type.shortNames.length > 0 ? { shortNames: [...type.shortNames] } : {}),
      ...(type.categories.length > 0 ? { categories: [...type.categories] } : {}),
      ...(type.statusSubresource
        ? {
            subresources: [
              {
                subresource: 'status',
                responseKind: responseKind(type.kind),
                verbs: STATUS_VERBS,
              },
            ],
          }
        : {}),
    }));
  const reviews = REVIEWS.filter((review) => sameVersion(review, at)).map(({ plural, kind }) => ({
    resource: plural,
    responseKind: responseKind(kind),
    scope: 'Cluster',
    singularResource: kind.toLowerCase(),
    verbs: ['create'],
  }));
  return [...resources, ...reviews];
}
