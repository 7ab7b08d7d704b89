import { kinds as allKinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Clock } from '@aicp/common/time/clock';
import type { Api } from '../api.ts';
import { seed } from '../lifecycle/seed.ts';
import type { JsonObject, KubeObject } from '../object.ts';
import { ResourceRegistry } from '../resources/registry.ts';
import { ObjectDatabase } from '../store/database.ts';
import { ObjectStore } from '../store/object-store.ts';
import { ManualClock } from './manual-clock.ts';

/** The inside of a server, without HTTP, on a directory of its own. Close the database. */
export function newApi(
  directory: string,
  options: { clock?: Clock; kinds?: readonly KindDefinition[]; maxChanges?: number } = {},
): Api & { readonly database: ObjectDatabase } {
  const { clock = new ManualClock(), kinds = allKinds, maxChanges } = options;
  const database = new ObjectDatabase(directory);
  const restore = (_: string, object: KubeObject): KubeObject => object;
  const limit = maxChanges === undefined ? {} : { maxChanges };
  const store = new ObjectStore({ database, restore, ...limit });
  const api = { store, registry: new ResourceRegistry(kinds), clock, database };
  seed(api, kinds);
  return api;
}

/** A ConfigMap as it is stored. */
export const storedMap = (name: string, more: JsonObject = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', uid: `uid-of-${name}` },
  ...more,
});
