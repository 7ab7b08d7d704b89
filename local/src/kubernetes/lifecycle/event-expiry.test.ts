import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../object.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { newApi } from '../testing/new-api.ts';
import { temporaryDirectories } from '../testing/temporary-directory.ts';
import { expireEvents } from './event-expiry.ts';

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
