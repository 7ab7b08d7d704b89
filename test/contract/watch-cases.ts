import { expect, it } from 'vitest';
import { MERGE, TABLE, summary, type WatchEvent, type Watching } from './contract-client.ts';
import { condition, custom, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const labelled = (name: string, team: string) => policy(name, { metadata: { labels: { team } } });

/** What a client has to begin its watch again after: the server has too much to do, or has just forgotten what is old. */
const BEGIN_AGAIN = [410, 429];

/** The first event of a watch that a client begins as often as it has to. */
async function firstEvent(open: () => Promise<Watching>): Promise<WatchEvent | undefined> {
  for (;;) {
    const watch = await open();
    const event = await watch.next();
    watch.close();
    if (event?.type !== 'ERROR' || !BEGIN_AGAIN.includes(event.object.code)) return event;
  }
}

/** Watches: where they begin, what they tell, how they end. */
export function watchContract(options: ContractOptions): void {
  topic('watches', options, (shared) => {
    const path = (name = ''): string =>
      `${custom(shared().namespace, 'routingpolicies')}${name ? `/${name}` : ''}`;
    const listVersion = async (): Promise<string> =>
      (await shared().client.get(path())).body.metadata.resourceVersion ?? '';

    it('tells creations, changes and deletions since a version, in order', async () => {
      const { client } = shared();
      const resourceVersion = await listVersion();
      await client.post(path(), policy('seen'));
      await client.patch(path('seen'), MERGE, { spec: { action: 'deny' } });
      await client.delete(path('seen'));
      const watch = await client.watch(path(), { resourceVersion });
      const events = await watch.take(3);
      watch.close();
      expect(summary(events)).toEqual(['ADDED seen', 'MODIFIED seen', 'DELETED seen']);
      const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect(new Set(versions).size).toBe(3);
      expect(events[2]?.object.spec['action']).toBe('deny');
    });

    it('tells what is there first when it is given no version, or 0', async () => {
      const { client } = shared();
      await client.post(path(), policy('standing'));
      for (const query of [{}, { resourceVersion: '0' }]) {
        const selected = { ...query, fieldSelector: 'metadata.name=standing' };
        const event = await firstEvent(() => client.watch(path(), selected));
        await client.patch(path('standing'), MERGE, { metadata: { annotations: query } });
        expect(event).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'standing' } } });
      }
    });

    it('tells an object that enters a label selection as ADDED, and one that leaves as DELETED', async () => {
      const { client } = shared();
      await client.post(path(), labelled('mover', 'red'));
      const watch = await client.watch(path(), {
        resourceVersion: await listVersion(),
        labelSelector: 'team=blue',
      });
      const setTeam = (team: string) =>
        client.patch(path('mover'), MERGE, { metadata: { labels: { team } } });
      await setTeam('blue');
      await client.patch(path('mover'), MERGE, { spec: { action: 'deny' } });
      const { body: left } = await setTeam('red');
      await setTeam('blue');
      await client.delete(path('mover'));
      const events = await watch.take(5);
      watch.close();
      expect(events.map(({ type }) => type)).toEqual([
        'ADDED',
        'MODIFIED',
        'DELETED',
        'ADDED',
        'DELETED',
      ]);
      expect(events[2]?.object.metadata.labels).toEqual({ team: 'blue' });
      expect(events[2]?.object.metadata.resourceVersion).toBe(left.metadata.resourceVersion);
    });

    it('follows field selectors in the same way', async () => {
      const { client } = shared();
      await client.post(path(), policy('field', { spec: { action: 'permit' } }));
      const watch = await client.watch(path(), {
        resourceVersion: await listVersion(),
        fieldSelector: 'spec.action=deny',
      });
      const setAction = (action: string) =>
        client.patch(path('field'), MERGE, { spec: { action } });
      await setAction('deny');
      await setAction('permit');
      const events = await watch.take(2);
      watch.close();
      expect(summary(events)).toEqual(['ADDED field', 'DELETED field']);
    });

    it('watches every namespace, or one object by name', async () => {
      const { client, namespace } = shared();
      const resourceVersion = await listVersion();
      await client.post(path(), policy('one'));
      await client.post(path(), policy('two'));
      const everywhere = await client.watch('/apis/aicp.dev/v1alpha1/routingpolicies', {
        resourceVersion,
      });
      const all = await everywhere.take(2);
      everywhere.close();
      expect(all.map(({ object }) => object.metadata.namespace)).toEqual([namespace, namespace]);
      const single = await client.watch(path(), {
        resourceVersion,
        fieldSelector: 'metadata.name=two',
      });
      const [event] = await single.take(1);
      single.close();
      expect(event?.object.metadata.name).toBe('two');
    });

    it('tells a change of the status', async () => {
      const { client } = shared();
      await client.post(path(), policy('stated'));
      const watch = await client.watch(path(), { resourceVersion: await listVersion() });
      const conditions = [condition('Ready', 'True')];
      await client.patch(`${path('stated')}/status`, MERGE, { status: { conditions } });
      const [event] = await watch.take(1);
      watch.close();
      expect(event?.type).toBe('MODIFIED');
      expect(event?.object.status['conditions']).toEqual(conditions);
    });

    it('says 410 in the stream when the version is too old', async () => {
      const watch = await shared().client.watch(path(), { resourceVersion: '1' });
      const event = await watch.next();
      watch.close();
      expect(event?.type).toBe('ERROR');
      expect(event?.object).toMatchObject({ kind: 'Status', code: 410, reason: 'Expired' });
      expect(event?.object.message).toContain('too old resource version: 1');
    });

    it('ends after timeoutSeconds, with a bookmark before where one was asked for', async () => {
      const { client } = shared();
      const resourceVersion = await listVersion();
      const watch = await client.watch(path(), {
        resourceVersion,
        allowWatchBookmarks: 'true',
        timeoutSeconds: '3',
        labelSelector: 'team=nobody',
      });
      const { body: unseen } = await client.post(path(), policy('unseen'));
      const event = await watch.next();
      expect(event?.type).toBe('BOOKMARK');
      expect(event?.object.kind).toBe('RoutingPolicy');
      expect(Number(event?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(
        Number(unseen.metadata.resourceVersion),
      );
      let last = event;
      while (last) last = await watch.next();
      expect(last).toBeUndefined();
      watch.close();
    });

    it('tells rows of a table to who asks for a table', async () => {
      const { client } = shared();
      const resourceVersion = await listVersion();
      await client.post(path(), policy('row'));
      const watch = await client.watch(path(), { resourceVersion }, TABLE);
      const [event] = await watch.take(1);
      watch.close();
      expect(event?.type).toBe('ADDED');
      expect(event?.object.kind).toBe('Table');
      expect(event?.object.rows[0]?.cells[0]).toBe('row');
      expect(event?.object.rows[0]?.object?.metadata.name).toBe('row');
    });

    it('refuses sendInitialEvents without the version match that belongs to it', async () => {
      const { status, body } = await shared().client.get(path(), {
        watch: 'true',
        sendInitialEvents: 'true',
      });
      expect(status).toBe(422);
      expect(body.message).toBe(
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      );
    });

    it.skipIf(!options.watchList)(
      'lists through a watch: what is there, then a bookmark that says so',
      async () => {
        const { client, namespace } = shared();
        const own = custom(namespace, 'models');
        await client.post(own, {
          ...policy('listed'),
          kind: 'Model',
          spec: { modelId: 'a', provider: 'b' },
        });
        const watch = await client.watch(own, {
          sendInitialEvents: 'true',
          resourceVersionMatch: 'NotOlderThan',
          allowWatchBookmarks: 'true',
        });
        const [first, second] = await watch.take(2);
        watch.close();
        expect(first?.type).toBe('ADDED');
        expect(second?.type).toBe('BOOKMARK');
        expect(second?.object.metadata.annotations).toEqual({
          'k8s.io/initial-events-end': 'true',
        });
      },
    );
  });
}
