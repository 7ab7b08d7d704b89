import { expect, it } from 'vitest';
import { MERGE, TABLE } from './contract-client.ts';
import { core } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

/** Events: one store, two versions of the API. */
export function eventContract(options: ContractOptions): void {
  topic('events', options, (shared) => {
    const old = (): string => core(shared().namespace, 'events');
    const current = (): string => `/apis/events.k8s.io/v1/namespaces/${shared().namespace}/events`;
    const subject = (name: string) => ({
      apiVersion: 'aicp.dev/v1alpha1',
      kind: 'RoutingPolicy',
      namespace: shared().namespace,
      name,
      uid: `uid-of-${name}`,
    });
    const coreEvent = (name: string, about: string) => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace: shared().namespace },
      involvedObject: subject(about),
      reason: 'Accepted',
      message: 'all is well',
      type: 'Normal',
      source: { component: 'operator' },
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:00Z',
      count: 3,
    });
    const newEvent = (name: string, about: string) => ({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name, namespace: shared().namespace },
      regarding: subject(about),
      reason: 'Rejected',
      note: 'all is lost',
      type: 'Warning',
      action: 'Programming',
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'aicp.dev/operator',
      reportingInstance: 'operator-1',
    });

    it('reads an event of core/v1 through events.k8s.io/v1', async () => {
      const { client } = shared();
      expect((await client.post(old(), coreEvent('old', 'a'))).status).toBe(201);
      const { body } = await client.get(`${current()}/old`);
      expect(body).toMatchObject({
        apiVersion: 'events.k8s.io/v1',
        regarding: subject('a'),
        note: 'all is well',
        deprecatedCount: 3,
        deprecatedSource: { component: 'operator' },
        deprecatedFirstTimestamp: '2026-01-01T00:00:00Z',
      });
    });

    it('reads an event of events.k8s.io/v1 through core/v1', async () => {
      const { client } = shared();
      expect((await client.post(current(), newEvent('new', 'b'))).status).toBe(201);
      const { body } = await client.get(`${old()}/new`);
      expect(body).toMatchObject({
        apiVersion: 'v1',
        involvedObject: subject('b'),
        message: 'all is lost',
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingComponent: 'aicp.dev/operator',
        action: 'Programming',
      });
    });

    it('selects events by what they are about, as kubectl describe does', async () => {
      const { client } = shared();
      await client.post(old(), coreEvent('about-c', 'c'));
      await client.post(current(), newEvent('about-c-too', 'c'));
      const byObject = {
        fieldSelector: `involvedObject.name=c,involvedObject.namespace=${shared().namespace},involvedObject.kind=RoutingPolicy,involvedObject.uid=uid-of-c`,
      };
      const names = (items: { metadata: { name: string } }[]) => items.map((i) => i.metadata.name);
      const { body } = await client.get(old(), byObject);
      expect(names(body.items)).toEqual(['about-c', 'about-c-too']);
      const { body: same } = await client.get(current(), { fieldSelector: 'regarding.name=c' });
      expect(names(same.items)).toEqual(['about-c', 'about-c-too']);
      const { body: warnings } = await client.get(old(), {
        fieldSelector: 'involvedObject.name=c,type=Warning',
      });
      expect(names(warnings.items)).toEqual(['about-c-too']);
    });

    it('counts a series up by patch, and tells watchers of both versions', async () => {
      const { client } = shared();
      const { body: created } = await client.post(current(), newEvent('series', 'd'));
      const since = {
        resourceVersion: created.metadata.resourceVersion ?? '',
        fieldSelector: 'metadata.name=series',
      };
      const series = { count: 2, lastObservedTime: '2026-01-01T00:01:00.000000Z' };
      const { status } = await client.patch(`${current()}/series`, MERGE, { series });
      expect(status).toBe(200);
      for (const path of [old(), current()]) {
        const watch = await client.watch(path, since);
        const [event] = await watch.take(1);
        watch.close();
        expect(event?.type).toBe('MODIFIED');
        expect(event?.object).toMatchObject({ series });
      }
    });

    it('prints an event as a row', async () => {
      const { client } = shared();
      await client.post(old(), coreEvent('printed', 'e'));
      const { body } = await client.call('GET', `${old()}/printed`, { accept: TABLE });
      expect(body.columnDefinitions.map(({ name }) => name)).toEqual([
        'Last Seen',
        'Type',
        'Reason',
        'Object',
        'Subobject',
        'Source',
        'Message',
        'First Seen',
        'Count',
        'Name',
      ]);
      expect(body.rows[0]?.cells.slice(1, 4)).toEqual(['Normal', 'Accepted', 'routingpolicy/e']);
      expect(body.rows[0]?.cells[6]).toBe('all is well');
    });

    it('asks for a time in events.k8s.io/v1', async () => {
      const { eventTime: _, ...rest } = newEvent('timeless', 'f');
      const { status, body } = await shared().client.post(current(), rest);
      expect(status).toBe(422);
      expect(body.message).toContain('eventTime: Required value');
    });
  });
}
