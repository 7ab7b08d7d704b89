import type { ApiClient, ApiObject } from './api-client.ts';
import { until } from './until.ts';

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
