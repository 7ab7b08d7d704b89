import { kinds } from '@aicp/crds/kinds';
import { SCHEMA_HASH_ANNOTATION, crdName, rootSchema, toCrd } from '@aicp/crds/kit/manifest';
import { expect, it } from 'vitest';
import { type ContractOptions, topic } from './suite.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

interface Resource {
  name: string;
  kind: string;
  namespaced: boolean;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
}
interface Discovered {
  resource: string;
  responseKind: { kind: string };
  scope: string;
  verbs: string[];
  shortNames?: string[];
  subresources?: { subresource: string }[];
}
interface DiscoveryGroup {
  metadata: { name?: string };
  versions: { version: string; resources: Discovered[] }[];
}
interface OpenApi {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Schema> };
}
interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

/** The fields of a schema with what is said of them, in the order of their names. */
const descriptions = (schema: Schema = {}): [string, string | undefined][] =>
  Object.entries(schema.properties ?? {})
    .map(([name, { description }]): [string, string | undefined] => [name, description])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** What there is, and how it is described. */
export function discoveryContract(options: ContractOptions): void {
  topic('discovery', options, (shared) => {
    const read = async <T>(path: string, accept?: string): Promise<T> => {
      const answer = await shared().client.call('GET', path, accept ? { accept } : {});
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      return JSON.parse(answer.text) as T;
    };

    it('lists every kind of ours with its names, verbs and status', async () => {
      const { resources } = await read<{ resources: Resource[] }>('/apis/aicp.dev/v1alpha1');
      for (const kind of kinds) {
        const found = resources.find(({ name }) => name === kind.plural);
        expect(found).toMatchObject({
          kind: kind.kind,
          namespaced: true,
          shortNames: [...kind.shortNames],
          categories: ['aicp'],
        });
        expect(new Set(found?.verbs)).toEqual(
          new Set([
            'create',
            'delete',
            'deletecollection',
            'get',
            'list',
            'patch',
            'update',
            'watch',
          ]),
        );
        expect(resources.find(({ name }) => name === `${kind.plural}/status`)?.verbs).toEqual([
          'get',
          'patch',
          'update',
        ]);
      }
    });

    it('lists the groups and the core version', async () => {
      const { groups } = await read<{ groups: { name: string }[] }>('/apis');
      expect(groups.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'aicp.dev',
          'apiextensions.k8s.io',
          'coordination.k8s.io',
          'discovery.k8s.io',
          'events.k8s.io',
        ]),
      );
      expect(await read('/api')).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
      expect(await read('/apis/aicp.dev')).toMatchObject({
        kind: 'APIGroup',
        name: 'aicp.dev',
        preferredVersion: { groupVersion: 'aicp.dev/v1alpha1', version: 'v1alpha1' },
      });
      const { resources } = await read<{ resources: Resource[] }>('/api/v1');
      expect(resources.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['configmaps', 'events', 'namespaces', 'secrets']),
      );
    });

    it('answers the same in one document where it is asked to', async () => {
      const answer = await shared().client.call('GET', '/apis', { accept: AGGREGATED });
      expect(answer.headers['content-type']).toBe(AGGREGATED);
      const { items } = JSON.parse(answer.text) as { items: DiscoveryGroup[] };
      const ours = items.find(({ metadata }) => metadata.name === 'aicp.dev');
      const resources = ours?.versions[0]?.resources ?? [];
      expect(new Set(resources.map(({ resource }) => resource))).toEqual(
        new Set(kinds.map(({ plural }) => plural)),
      );
      expect(resources.find(({ resource }) => resource === 'models')).toMatchObject({
        responseKind: { kind: 'Model' },
        scope: 'Namespaced',
        shortNames: ['mdl'],
        subresources: [{ subresource: 'status' }],
      });
      const { items: core } = await read<{ items: DiscoveryGroup[] }>('/api', AGGREGATED);
      expect(core[0]?.versions[0]?.version).toBe('v1');
    });

    it('describes every field of every kind in OpenAPI v3, under an address that follows the contents', async () => {
      const { paths } = await read<{ paths: Record<string, { serverRelativeURL: string }> }>(
        '/openapi/v3',
      );
      const address = paths['apis/aicp.dev/v1alpha1']?.serverRelativeURL ?? '';
      expect(address).toMatch(/^\/openapi\/v3\/apis\/aicp\.dev\/v1alpha1\?hash=[0-9A-F]+$/);
      const { components } = await read<OpenApi>(address);
      for (const kind of kinds) {
        const schema = Object.values(components.schemas).find((candidate) =>
          candidate['x-kubernetes-group-version-kind']?.some((gvk) => gvk.kind === kind.kind),
        );
        expect(schema?.description).toBe(kind.description);
        const told = descriptions(schema?.properties?.['spec']);
        expect(told).toEqual(descriptions(rootSchema(kind).properties?.['spec']));
        expect(told.length).toBeGreaterThan(0);
      }
    });

    it('says in OpenAPI that writes take field validation', async () => {
      const { paths } = await read<OpenApi>('/openapi/v3/apis/aicp.dev/v1alpha1');
      const item =
        paths['/apis/aicp.dev/v1alpha1/namespaces/{namespace}/routingpolicies/{name}']?.['patch'];
      const { parameters } = item as { parameters: { name: string }[] };
      expect(parameters.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['dryRun', 'fieldManager', 'fieldValidation']),
      );
      expect(item).toMatchObject({
        'x-kubernetes-group-version-kind': {
          group: 'aicp.dev',
          version: 'v1alpha1',
          kind: 'RoutingPolicy',
        },
      });
    });

    it('shows the CustomResourceDefinitions, with the hash of their schemas', async () => {
      for (const kind of kinds) {
        const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crdName(kind)}`;
        const crd = await read<ReturnType<typeof toCrd> & { status: { conditions: object[] } }>(
          path,
        );
        const expected = toCrd(kind);
        expect(crd.metadata.annotations[SCHEMA_HASH_ANNOTATION]).toBe(
          expected.metadata.annotations[SCHEMA_HASH_ANNOTATION],
        );
        expect(crd.spec.names).toEqual(expected.spec.names);
        expect(crd.status.conditions).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ type: 'Established', status: 'True' }) as object,
          ]),
        );
      }
    });

    it('says its version and that it is well', async () => {
      const version = await read<{ major: string; gitVersion: string }>('/version');
      expect(version.major).toBe('1');
      expect(version.gitVersion).toMatch(/^v1\.\d+/);
      for (const path of ['/healthz', '/readyz', '/livez']) {
        const answer = await shared().client.call('GET', path);
        expect([answer.status, answer.text]).toEqual([200, 'ok']);
      }
    });

    it('tells whoever asks that all is allowed', async () => {
      const { status, body } = await shared().client.post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes: { verb: 'delete', group: 'aicp.dev', resource: 'models' } },
        },
      );
      expect(status).toBe(201);
      expect(body.status['allowed']).toBe(true);
    });

    it('answers 404 for an address that is nothing', async () => {
      expect((await shared().client.call('GET', '/nonsense')).status).toBe(404);
      expect((await shared().client.call('GET', '/apis/nonsense.dev/v1')).status).toBe(404);
    });
  });
}
