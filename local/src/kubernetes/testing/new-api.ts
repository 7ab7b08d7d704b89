import { kinds as allKinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Clock } from '@aicp/common/time/clock';
import type { Api } from '../store/api.ts';
import { seed } from '../lifecycle/seed.ts';
import type { JsonObject, KubeObject } from '../objects/object.ts';
import { ResourceRegistry } from '../resources/registry.ts';
import { ObjectDatabase } from '../store/database.ts';
import { ObjectStore } from '../store/object-store.ts';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

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

/** Makes directories that are gone after each test. */
export function temporaryDirectories(): () => string {
  const made: string[] = [];
  afterEach(() => {
    for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    const directory = mkdtempSync(join(tmpdir(), 'aicp-kubernetes-'));
    made.push(directory);
    return directory;
  };
}
