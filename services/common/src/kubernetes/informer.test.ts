import { describe, expect, it, onTestFinished } from 'vitest';
import { KubernetesError } from './errors.ts';
import { Informer, type InformerOptions } from './informer.ts';
import { CONFIG_MAPS, type KubernetesObject } from './objects.ts';
import { FakeKubernetes } from './testing/fake-kubernetes.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { freshMetrics, metricValue, recordingLog } from './testing/quiet.ts';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { WatchEvent } from './api.ts';
import { readWatch } from './watch-stream.ts';

const object = (name: string, value: string, namespace = 'ns'): KubernetesObject => ({
  metadata: { name, namespace },
  data: { value },
});

async function started(options: Partial<InformerOptions> = {}) {
  const clock = new ManualClock();
  const api = new FakeKubernetes(() => clock.now());
  const { metrics, registry } = freshMetrics();
  const { log, entries } = recordingLog();
  const changes: string[] = [];
  const informer = new Informer({
    api,
    type: CONFIG_MAPS,
    namespace: 'ns',
    clock,
    random: () => 0.5,
    log,
    metrics,
    onChange: ({ key, object: now, previous }) => {
      const arrived = previous ? 'changed' : 'added';
      changes.push(`${now ? arrived : 'gone'} ${key}`);
    },
    ...options,
  });
  api.put(CONFIG_MAPS, object('a', '1'));
  informer.start();
  onTestFinished(() => informer.stop());
  await clock.advance(0);
  const value = (name: string): unknown => informer.get(`ns/${name}`)?.['data'];
  return { clock, api, registry, entries, changes, informer, value };
}

describe('an informer', () => {
  it('lists, then follows the watch', async () => {
    const { api, clock, changes, value, informer } = await started();
    expect(informer.hasSynced).toBe(true);
    api.put(CONFIG_MAPS, object('b', '1'));
    api.put(CONFIG_MAPS, object('a', '2'));
    await api.remove(CONFIG_MAPS, { namespace: 'ns', name: 'b' });
    await clock.advance(0);
    expect(changes).toEqual(['added ns/a', 'added ns/b', 'changed ns/a', 'gone ns/b']);
    expect(value('a')).toEqual({ value: '2' });
  });

  it('is not synced before the first list came', async () => {
    const api = new FakeKubernetes();
    api.intercept = () => {
      throw new Error('connection refused');
    };
    const { informer, clock } = await started({ api });
    await clock.advance(20_000);
    expect(informer.hasSynced).toBe(false);
    api.intercept = () => undefined;
    await clock.advance(5_000);
    expect(informer.hasSynced).toBe(true);
  });

  it.each([
    ['a reset connection', new TypeError('terminated')],
    ['an expired token', new KubernetesError({ status: 401, message: 'Unauthorized' })],
    ['a missing permission', new KubernetesError({ status: 403, message: 'Forbidden' })],
    ['a gone version', new KubernetesError({ status: 410, message: 'Expired' })],
    [
      'a busy server',
      new KubernetesError({ status: 429, message: 'Too many', retryAfterMs: 1000 }),
    ],
    ['a failing server', new KubernetesError({ status: 500, message: 'etcd' })],
  ])('survives %s and sees what happened meanwhile', async (_, error) => {
    const { api, clock, value, changes } = await started();
    api.endWatches(error);
    api.put(CONFIG_MAPS, object('a', '2'));
    api.put(CONFIG_MAPS, object('b', '1'));
    await clock.advance(5_000);
    expect(value('a')).toEqual({ value: '2' });
    expect(changes).toEqual(['added ns/a', 'changed ns/a', 'added ns/b']);
    expect(api.openWatches).toBe(1);
  });

  it('waits as long as a busy server asks', async () => {
    const { api, clock } = await started();
    api.endWatches(new KubernetesError({ status: 429, message: 'later', retryAfterMs: 8_000 }));
    await clock.advance(7_900);
    expect(api.openWatches).toBe(0);
    await clock.advance(200);
    expect(api.openWatches).toBe(1);
  });

  it('finds out what was deleted while it could not watch', async () => {
    const { api, clock, value, changes } = await started();
    api.endWatches();
    await api.remove(CONFIG_MAPS, { namespace: 'ns', name: 'a' });
    await clock.advance(1_000);
    expect(value('a')).toBeUndefined();
    expect(changes).toEqual(['added ns/a', 'gone ns/a']);
  });

  it('follows a store that went back in time: no ghost, nothing missed', async () => {
    const { api, clock, informer } = await started();
    const backup = api.backup();
    for (let n = 0; n < 20; n += 1) api.put(CONFIG_MAPS, object(`later-${n}`, '1'));
    await clock.advance(100);
    api.restore(backup);
    api.put(CONFIG_MAPS, object('new', '1'));
    await clock.advance(5_000);
    expect([...informer.values()].map((kept) => kept.metadata.name)).toEqual(['a', 'new']);
  });

  it('gives up a watch that is silent, and keeps one that is quiet but sends bookmarks', async () => {
    const { api, clock, registry, value } = await started();
    api.deaf = true;
    api.put(CONFIG_MAPS, object('a', '2'));
    await clock.advance(89_000);
    expect(value('a')).toEqual({ value: '1' });
    await clock.advance(2_000);
    expect(value('a')).toEqual({ value: '2' });
    expect(await metricValue(registry, 'aicp_kubernetes_relists_total', { cause: 'silent' })).toBe(
      1,
    );
  });

  it('compares with a list every ten minutes and counts what the watch missed', async () => {
    const { api, clock, registry, value, entries } = await started();
    api.deaf = true;
    api.put(CONFIG_MAPS, object('a', '2'));
    api.deaf = false;
    for (let minute = 0; minute < 11; minute += 1) {
      await clock.advance(60_000);
      api.put(CONFIG_MAPS, object('alive', String(minute)));
    }
    expect(value('a')).toEqual({ value: '2' });
    expect(await metricValue(registry, 'aicp_kubernetes_missed_events_total')).toBe(1);
    expect(entries.map((entry) => entry['event'])).toContain('watch_missed_events');
  });

  it('counts nothing as missed while the watch works, and logs no warning', async () => {
    const { api, clock, registry, entries } = await started();
    for (let minute = 0; minute < 25; minute += 1) {
      await clock.advance(60_000);
      api.put(CONFIG_MAPS, object('alive', String(minute)));
    }
    expect(await metricValue(registry, 'aicp_kubernetes_missed_events_total')).toBe(0);
    expect(entries.filter((entry) => entry['level'] !== 'info')).toEqual([]);
  });

  it('survives a handler that throws', async () => {
    const { api, clock, registry, value } = await started({
      onChange: () => {
        throw new Error('a bug');
      },
    });
    api.put(CONFIG_MAPS, object('b', '1'));
    await clock.advance(0);
    expect(value('b')).toEqual({ value: '1' });
    expect(await metricValue(registry, 'aicp_kubernetes_handler_errors_total')).toBe(2);
  });

  it('slows down when every watch fails at once, warns once, and says when it is over', async () => {
    const { api, clock, entries } = await started();
    api.intercept = ({ verb }) => {
      if (verb === 'watch') throw new KubernetesError({ status: 410, message: 'Expired' });
    };
    api.endWatches(new KubernetesError({ status: 410, message: 'Expired' }));
    await clock.advance(60_000);
    const watches = api.calls.filter((call) => call.verb === 'watch').length;
    expect(watches).toBeGreaterThan(10);
    expect(watches).toBeLessThan(40);
    expect(entries.filter((entry) => entry['level'] === 'warn')).toHaveLength(1);
    api.intercept = () => undefined;
    await clock.advance(5_000);
    expect(api.openWatches).toBe(1);
  });

  it('forgets managedFields, and whatever it is told to', async () => {
    const fields = { managedFields: [{ manager: 'kubectl' }] };
    const { api, clock, informer } = await started();
    api.put(CONFIG_MAPS, { metadata: { name: 'b', namespace: 'ns', ...fields } });
    await clock.advance(0);
    expect(informer.get('ns/b')?.metadata).not.toHaveProperty('managedFields');

    const picky = await started({
      keep: (seen) => (seen.metadata.name === 'a' ? undefined : seen),
    });
    picky.api.put(CONFIG_MAPS, object('b', '1'));
    await picky.clock.advance(0);
    expect([...picky.informer.values()].map((kept) => kept.metadata.name)).toEqual(['b']);
  });

  it('ends its watch when it is stopped', async () => {
    const { api, informer, clock } = await started();
    await informer.stop();
    expect(api.openWatches).toBe(0);
    expect(clock.sleeping).toBe(0);
  });
});

const line = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;
const metadata = { name: 'a', resourceVersion: '7' };

async function eventsOf(chunks: Iterable<Buffer | string>): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  const buffers = [...chunks].map((chunk) => Buffer.from(chunk));
  await readWatch(Readable.from(buffers), (event) => events.push(event));
  return events;
}

describe('a watch stream', () => {
  it('gives the same events however it is cut into chunks', async () => {
    const value = fc.record({
      type: fc.constantFrom('ADDED', 'DELETED'),
      text: fc.string({ unit: 'binary' }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 5 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        async (sent, cuts) => {
          const whole = Buffer.from(
            sent.map(({ type, text }) => line(type, { metadata, text })).join(''),
          );
          const places = [0, ...cuts.filter((at) => at < whole.length).sort((a, b) => a - b)];
          const chunks = places.map((at, index) => whole.subarray(at, places[index + 1]));
          const events = await eventsOf(chunks);
          expect(events.map(({ type, object }) => ({ type, text: object['text'] }))).toEqual(sent);
        },
      ),
    );
  });

  it('does not take U+2028 for the end of a line', async () => {
    const [event] = await eventsOf([line('ADDED', { metadata, text: 'x\u2028y' })]);
    expect(event?.object['text']).toBe('x\u2028y');
  });

  it('rejects with the status of an ERROR', async () => {
    const expired = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };
    await expect(eventsOf([line('ERROR', expired)])).rejects.toMatchObject({
      status: 410,
      reason: 'Expired',
      message: 'too old',
    });
  });

  it('rejects what is no event', async () => {
    await expect(eventsOf(['<html>\n'])).rejects.toThrow(SyntaxError);
    await expect(eventsOf(['{"type":"NEWS","object":{}}\n'])).rejects.toThrow();
  });
});
