import { createHash } from 'node:crypto';
import type { JsonObject } from '../objects/object.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';

const STATUS_VERBS = ['get', 'patch', 'update'];

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** What discovery tells of a resource. */
type Listed = Pick<
  ResourceType,
  | 'group'
  | 'version'
  | 'kind'
  | 'plural'
  | 'singular'
  | 'namespaced'
  | 'shortNames'
  | 'categories'
  | 'verbs'
  | 'statusSubresource'
>;

const review = (group: string, kind: string, plural: string): Listed => ({
  group,
  version: 'v1',
  kind,
  plural,
  singular: kind.toLowerCase(),
  namespaced: false,
  shortNames: [],
  categories: [],
  verbs: ['create'],
  statusSubresource: false,
});

/** Reviews are answered, and never stored. */
export const REVIEWS: readonly Listed[] = [
  review('authorization.k8s.io', 'SelfSubjectAccessReview', 'selfsubjectaccessreviews'),
  review('authentication.k8s.io', 'SelfSubjectReview', 'selfsubjectreviews'),
];

/** Documents about the resources that there are, in the forms that clients ask for. */
export class Discovery {
  readonly #listed: readonly Listed[];
  readonly #versions: readonly GroupVersion[];

  constructor(types: readonly ResourceType[]) {
    this.#listed = [...types, ...REVIEWS];
    const versions = new Map(this.#listed.map((type) => [apiVersionOf(type), type]));
    this.#versions = [...versions.values()];
  }

  /** The document at a path, if discovery has one there. `aggregated` asks for apidiscovery.k8s.io/v2. */
  find(pathname: string, aggregated: boolean): JsonObject | undefined {
    if (pathname === '/api') return aggregated ? this.#aggregated(['']) : this.#coreVersions();
    const groups = [...new Set(this.#versions.map(({ group }) => group))].filter(Boolean);
    if (pathname === '/apis') {
      if (aggregated) return this.#aggregated(groups);
      const list = groups.map((group) => this.#group(group));
      return { kind: 'APIGroupList', apiVersion: 'v1', groups: list };
    }
    const [, root, name = '', ...rest] = pathname.split('/');
    if (root === 'apis' && rest.length === 0 && groups.includes(name)) {
      return { kind: 'APIGroup', apiVersion: 'v1', ...this.#group(name) };
    }
    const version = this.#versions.find(
      (entry) => pathname === (entry.group ? `/apis/${apiVersionOf(entry)}` : '/api/v1'),
    );
    return version && this.#resourceList(version);
  }

  #coreVersions(): JsonObject {
    return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
  }

  #group(name: string): JsonObject {
    const versions = this.#versions
      .filter(({ group }) => group === name)
      .map((entry) => ({ groupVersion: apiVersionOf(entry), version: entry.version }));
    return { name, versions, preferredVersion: versions[0] ?? {} };
  }

  #at(version: GroupVersion): Listed[] {
    return this.#listed.filter((type) => apiVersionOf(type) === apiVersionOf(version));
  }

  #resourceList(version: GroupVersion): JsonObject {
    const resources = this.#at(version).flatMap((type) => {
      const { plural: name, singular: singularName, kind, namespaced } = type;
      const hash = createHash('sha256')
        .update(`${apiVersionOf(type)}/${kind}`)
        .digest('base64');
      const entry = { name, singularName, kind, namespaced, ...namesOf(type) };
      const status = { name: `${name}/status`, singularName: '', kind, namespaced };
      return [
        { ...entry, storageVersionHash: hash.slice(0, 12) },
        ...(type.statusSubresource ? [{ ...status, verbs: STATUS_VERBS }] : []),
      ];
    });
    const groupVersion = apiVersionOf(version);
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
  }

  #aggregated(groups: readonly string[]): JsonObject {
    const items = groups.map((name) => ({
      metadata: name ? { name } : {},
      versions: this.#versions
        .filter(({ group }) => group === name)
        .map((entry) => ({
          version: entry.version,
          resources: this.#at(entry).map(aggregatedResource),
          freshness: 'Current',
        })),
    }));
    const type = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };
    return { ...type, metadata: {}, items };
  }
}

function namesOf({ verbs, shortNames, categories }: Listed): JsonObject {
  return {
    verbs: [...verbs],
    ...(shortNames.length > 0 ? { shortNames: [...shortNames] } : {}),
    ...(categories.length > 0 ? { categories: [...categories] } : {}),
  };
}

function aggregatedResource(type: Listed): JsonObject {
  const { group, version, kind } = type;
  const responseKind = { group, version, kind };
  const status = { subresource: 'status', responseKind, verbs: STATUS_VERBS };
  return {
    resource: type.plural,
    responseKind,
    scope: type.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.singular,
    ...namesOf(type),
    ...(type.statusSubresource ? { subresources: [status] } : {}),
  };
}

/** The version of Kubernetes whose behaviour is followed, and the mark by which anybody sees that this is not Kubernetes. */
export const GIT_VERSION = 'v1.36.2-aicp-embedded';

/** `/version`. */
export const versionInfo: JsonObject = {
  major: '1',
  minor: '36',
  gitVersion: GIT_VERSION,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'node',
  platform: `${process.platform}/${process.arch}`,
};
