import { parseAllDocuments } from 'yaml';
import type { ApiClient, ApiObject } from './api-client.ts';
import { until } from './until.ts';

/** An object as YAML has it, before any server saw it. */
export interface Manifest extends ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The objects of a YAML stream, empty documents left out. Throws where it is no YAML. */
export function parseManifests(yaml: string): Manifest[] {
  return parseAllDocuments(yaml).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

export interface ApplyOptions {
  /** For objects that name none, where their kind has namespaces. */
  readonly namespace?: string;
  readonly fieldManager?: string;
}

/** Applies objects in their order, server-side and forced. Throws with the server's words where it refuses one. */
export async function applyAll(
  client: ApiClient,
  objects: readonly Manifest[],
  { namespace = 'default', fieldManager = 'test' }: ApplyOptions = {},
): Promise<ApiObject[]> {
  const applied: ApiObject[] = [];
  for (const object of objects) {
    applied.push(
      await client.ok('PATCH', await pathOf(client, object, namespace), {
        body: object,
        contentType: 'application/apply-patch+yaml',
        query: { fieldManager, force: 'true' },
      }),
    );
  }
  return applied;
}

/** Where an object stands, as the server's own discovery says. Throws where the server has no such kind. */
export async function pathOf(
  client: ApiClient,
  object: Manifest,
  namespace: string,
): Promise<string> {
  const root = object.apiVersion.includes('/') ? 'apis' : 'api';
  const group = `/${root}/${object.apiVersion}`;
  const { resources } = await client.ok<{ resources: ApiResource[] }>('GET', group);
  const found = resources.find(({ name, kind }) => kind === object.kind && !name.includes('/'));
  if (!found) throw new Error(`the server has no ${object.kind} in ${object.apiVersion}`);
  const place = found.namespaced ? `/namespaces/${object.metadata.namespace ?? namespace}` : '';
  return `${group}${place}/${found.name}/${object.metadata.name}`;
}

interface Crd extends ApiObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/**
 * Resolves once objects of every CRD can be read. A CRD that is new, and any after a restart, is first unknown (404) and then answered
 * 429 `storage is (re)initializing` for a moment; real clients try again.
 */
export async function untilCustomResourcesAreServed(client: ApiClient): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const { items } = await client.ok<{ items: Crd[] }>('GET', path);
  for (const { metadata, spec } of items) {
    const version = spec.versions.find(({ served }) => served)?.name ?? '';
    const list = `/apis/${spec.group}/${version}/${spec.names.plural}`;
    // The whole list, because a page of it is read past the cache that has to fill.
    await until(async () => (await client.call('GET', list)).status === 200, {
      what: `${metadata.name} is served`,
    });
  }
}
