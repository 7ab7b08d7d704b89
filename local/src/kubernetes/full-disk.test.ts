import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it, onTestFinished } from 'vitest';
import { seed } from './lifecycle/seed.ts';
import { ResourceRegistry } from './resources/registry.ts';
import { ObjectDatabase } from './store/database.ts';
import { ObjectStore } from './store/object-store.ts';
import { temporaryDirectories } from './testing/new-api.ts';
import { WatchHub } from './watch/watch-hub.ts';
import { requestHandler } from './rest/request-handler.ts';

const directory = temporaryDirectories();

it('answers that nothing was written where the disk is full, and logs it once a minute without a stack', async () => {
  const database = new ObjectDatabase(directory(), 20);
  const clock = new ManualClock();
  const store = new ObjectStore({ database, restore: (_, object) => object });
  const api = { store, registry: new ResourceRegistry([]), clock };
  seed(api, []);
  const hub = new WatchHub(store, clock);
  const { log, entries } = recordingLog();
  const server = createServer(requestHandler({ api, hub, log, authenticate: () => 'admin' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await hub.close();
    database.close();
  });
  const { port } = server.address() as AddressInfo;
  const write = (name: string, size: number) =>
    fetch(`http://127.0.0.1:${port}/api/v1/namespaces/default/configmaps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name },
        data: { text: 'x'.repeat(size) },
      }),
    });

  for (const name of ['a', 'b']) {
    const answer = await write(name, 500_000);
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({
      kind: 'Status',
      reason: 'InsufficientStorage',
      message: 'The disk of the data directory is full: nothing was written.',
    });
  }
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ level: 'error', event: 'kubernetes_disk_full' });
  expect(entries[0]).not.toHaveProperty('err');
  await clock.advance(60_000);
  await write('a', 500_000);
  expect(entries).toHaveLength(2);
  expect((await write('a', 10)).status).toBe(201);
});
