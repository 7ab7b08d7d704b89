import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../objects/object.ts';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { newApi, storedMap, temporaryDirectories } from '../testing/new-api.ts';
import { expireEvents } from './event-expiry.ts';
import { createLogger } from '@aicp/common/log/logger';
import type { Change } from '../store/stored-object.ts';
import { Sweeper } from './sweeper.ts';

const MINUTE = 60_000;

describe('events', () => {
  const directory = temporaryDirectories();
  const event = (name: string, clock: ManualClock): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      creationTimestamp: new Date(clock.now()).toISOString(),
    },
  });

  it('go an hour after the last write to them', async () => {
    const clock = new ManualClock();
    const api = newApi(directory(), { clock });
    const stopping = new AbortController();
    api.store.put('events', event('quiet', clock));
    api.store.put('events', event('busy', clock));
    const running = expireEvents(api, stopping.signal);
    const names = (): string[] => api.store.list('events').map(({ name }) => name);
    const wait = async (minutes: number): Promise<void> => {
      for (let i = 0; i < minutes; i += 1) await clock.advance(MINUTE);
    };

    await wait(30);
    const busy = api.store.get('events', 'default', 'busy');
    api.store.put('events', { ...event('busy', clock), ...busy?.object, count: 2 });
    await wait(29);
    expect(names()).toEqual(['busy', 'quiet']);
    await wait(2);
    expect(names()).toEqual(['busy']);
    await wait(31);
    expect(names()).toEqual([]);
    stopping.abort();
    await running;
    expect(clock.sleeping).toBe(0);
    api.database.close();
  });
});

const log = createLogger({ service: 'kubernetes', level: 'silent' });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A ConfigMap that belongs to others. */
function owned(name: string, ...owners: string[]): KubeObject {
  const object = storedMap(name);
  object.metadata.ownerReferences = owners.map((owner) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: owner,
    uid: `uid-of-${owner}`,
  }));
  return object;
}

describe('the sweeper', () => {
  const directory = temporaryDirectories();

  function setUp(...objects: KubeObject[]) {
    const api = newApi(directory());
    for (const object of objects) api.store.put('configmaps', object);
    const changes: Change[] = [];
    api.store.subscribe((change) => changes.push(change));
    const sweeper = new Sweeper(api, log);
    const settle = async (): Promise<string[]> => {
      for (let before = -1; before !== changes.length;) {
        before = changes.length;
        await turn();
      }
      return changes.map(({ type, current }) => `${type} ${current.name}`);
    };
    const close = (): void => {
      sweeper.close();
      api.database.close();
    };
    return { api, settle, close };
  }

  it('removes at the start what lost its owner while nothing ran', async () => {
    const { settle, close } = setUp(storedMap('here'), owned('a', 'here'), owned('b', 'lost'));
    expect(await settle()).toEqual(['DELETED b']);
    close();
  });

  it('removes a chain from its head, each object once', async () => {
    const { api, settle, close } = setUp(
      storedMap('head'),
      owned('a', 'head'),
      owned('b', 'a', 'head'),
      owned('c', 'b'),
    );
    await settle();
    const head = api.store.get('configmaps', 'default', 'head');
    if (head) api.store.remove(head);
    expect(await settle()).toEqual(['DELETED head', 'DELETED a', 'DELETED b', 'DELETED c']);
    close();
  });

  it('looks at nothing while nothing has an owner and nothing is going', async () => {
    const { api, settle, close } = setUp(storedMap('a'));
    let looks = 0;
    const all = api.store.all.bind(api.store);
    api.store.all = () => {
      looks += 1;
      return all();
    };
    const stored = api.store.put('configmaps', storedMap('b'));
    api.store.remove(stored);
    await settle();
    expect(looks).toBe(0);
    close();
  });
});
