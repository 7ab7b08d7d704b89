import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock, settle } from './testing/manual-clock.ts';
import { freshMetrics, metricValue, recordingLog } from './testing/quiet.ts';
import { WorkQueue } from './work-queue.ts';
import { EventRecorder, type EventNote } from './event-recorder.ts';
import { EVENTS } from './objects.ts';
import { FakeKubernetes } from './testing/fake-kubernetes.ts';
import { TokenBucket } from '../time/token-bucket.ts';

function queue(work: (key: string) => Promise<void>, concurrency = 2) {
  const clock = new ManualClock();
  const { metrics, registry } = freshMetrics();
  const { log, entries } = recordingLog();
  const made = new WorkQueue({
    name: 'test',
    work,
    concurrency,
    retry: { baseMs: 100, maxMs: 1_000 },
    clock,
    random: () => 1,
    log,
    metrics,
  });
  onTestFinished(() => made.stop());
  return { queue: made, clock, registry, entries };
}

/** Work that ends when the test says so. */
function heldWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = async (key: string): Promise<void> => {
    started.push(key);
    await new Promise<void>((resolve) => ends.set(key, resolve));
  };
  return { work, started, end: (key: string) => ends.get(key)?.() };
}

describe('a work queue', () => {
  it('works on a key once, however often it was added before', async () => {
    const held = heldWork();
    const { queue: q } = queue(held.work, 1);
    for (const key of ['a', 'b', 'b', 'b']) q.add(key);
    expect(held.started).toEqual(['a']);
    expect(q.depth).toBe(1);
    held.end('a');
    await settle();
    held.end('b');
    await settle();
    expect(held.started).toEqual(['a', 'b']);
  });

  it('never works on one key twice at a time, and works on it again when it was added meanwhile', async () => {
    const held = heldWork();
    const { queue: q } = queue(held.work);
    q.add('a');
    q.add('a');
    q.add('a');
    await settle();
    expect(held.started).toEqual(['a']);
    held.end('a');
    await settle();
    expect(held.started).toEqual(['a', 'a']);
    held.end('a');
    await settle();
    expect(held.started).toHaveLength(2);
  });

  it('works on several keys at once, up to its concurrency', async () => {
    const held = heldWork();
    const { queue: q, registry } = queue(held.work);
    for (const key of ['a', 'b', 'c']) q.add(key);
    expect(held.started).toEqual(['a', 'b']);
    expect(await metricValue(registry, 'aicp_work_queue_depth')).toBe(1);
    for (const key of ['a', 'b']) held.end(key);
    await settle();
    held.end('c');
    expect(held.started).toEqual(['a', 'b', 'c']);
  });

  it('tries a failed key again with growing waits, and others meanwhile', async () => {
    const tries: number[] = [];
    const {
      queue: q,
      clock,
      registry,
    } = queue((key) => {
      if (key === 'good') return Promise.resolve();
      tries.push(clock.now());
      return tries.length < 5 ? Promise.reject(new Error('not yet')) : Promise.resolve();
    });
    q.add('bad');
    q.add('good');
    await clock.advance(10_000);
    const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    expect(waits).toEqual([100, 200, 400, 800]);
    expect(await metricValue(registry, 'aicp_work_queue_retries_total')).toBe(4);
  });

  it('starts with the shortest wait again after a success', async () => {
    const tries: number[] = [];
    const { queue: q, clock } = queue(() => {
      tries.push(clock.now());
      return tries.length % 2 === 1 ? Promise.reject(new Error('odd')) : Promise.resolve();
    });
    q.add('a');
    await clock.advance(1_000);
    q.add('a');
    await clock.advance(1_000);
    expect((tries[3] ?? 0) - (tries[2] ?? 0)).toBe(100);
  });

  it('adds a delayed key at the earliest of its moments', async () => {
    const times: number[] = [];
    const { queue: q, clock } = queue(() => {
      times.push(clock.now());
      return Promise.resolve();
    });
    const start = clock.now();
    q.addAfter('a', 500);
    q.addAfter('a', 200);
    q.addAfter('a', 900);
    await clock.advance(2_000);
    expect(times).toEqual([start + 200]);
  });

  it('drops what waits when it is stopped, and waits for what runs', async () => {
    const held = heldWork();
    const { queue: q, clock } = queue(held.work, 1);
    q.add('a');
    q.add('b');
    q.addAfter('c', 100);
    let stopped = false;
    const stopping = q.stop().then(() => {
      stopped = true;
    });
    await clock.advance(1_000);
    expect(stopped).toBe(false);
    held.end('a');
    await stopping;
    expect(held.started).toEqual(['a']);
  });

  it('says once that a key keeps failing', async () => {
    const { queue: q, clock, entries } = queue(() => Promise.reject(new Error('never')));
    q.add('a');
    await clock.advance(60_000);
    expect(entries.filter((entry) => entry['level'] === 'warn')).toHaveLength(1);
  });
});

function recorder() {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const api = new FakeKubernetes(() => clock.now());
  const { metrics, registry } = freshMetrics();
  const made = new EventRecorder({
    api,
    component: 'aicp-operator',
    instance: 'operator-0',
    clock,
    random: () => 0.5,
    log: recordingLog().log,
    metrics,
  });
  onTestFinished(() => made.stop());
  return { clock, api, registry, recorder: made, events: () => api.all(EVENTS) };
}

const note = (more: Partial<EventNote> = {}): EventNote => ({
  regarding: {
    apiVersion: 'aicp.dev/v1alpha1',
    kind: 'Model',
    namespace: 'ns',
    name: 'gpt-4o',
    uid: 'u1',
  },
  type: 'Warning',
  reason: 'ReferenceNotFound',
  message: 'provider "openai" does not exist',
  ...more,
});

describe('the event recorder', () => {
  it('writes what kubectl describe looks for', async () => {
    const { recorder: made, clock, events } = recorder();
    made.record(note());
    await clock.advance(0);
    expect(events()).toMatchObject([
      {
        metadata: { namespace: 'ns' },
        involvedObject: { kind: 'Model', name: 'gpt-4o', namespace: 'ns', uid: 'u1' },
        type: 'Warning',
        reason: 'ReferenceNotFound',
        message: 'provider "openai" does not exist',
        source: { component: 'aicp-operator' },
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
        count: 1,
      },
    ]);
  });

  it('counts the same note up instead of writing another', async () => {
    const { recorder: made, clock, events } = recorder();
    made.record(note());
    await clock.advance(60_000);
    made.record(note());
    made.record(note({ message: 'something else' }));
    await clock.advance(0);
    expect(events().map((event) => event['count'])).toEqual([2, 1]);
    expect(events()[0]).toMatchObject({
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:01:00Z',
    });
  });

  it('starts to count anew once the API has forgotten', async () => {
    const { recorder: made, clock, events } = recorder();
    made.record(note());
    await clock.advance(3_700_000);
    made.record(note());
    await clock.advance(0);
    expect(events()[0]?.['count']).toBe(1);
  });

  it('tries again a few times, then drops and counts', async () => {
    const { recorder: made, clock, events, api, registry } = recorder();
    let refusals = 2;
    api.intercept = () => {
      if ((refusals -= 1) >= 0) throw new Error('busy');
    };
    made.record(note());
    await clock.advance(30_000);
    expect(events()).toHaveLength(1);

    refusals = 99;
    made.record(note({ reason: 'Conflicted' }));
    await clock.advance(60_000);
    expect(events()).toHaveLength(1);
    expect(await metricValue(registry, 'aicp_kubernetes_events_dropped_total')).toBe(1);
  });

  it('drops what is too much at once, and recovers', async () => {
    const { recorder: made, clock, events, registry } = recorder();
    for (let n = 0; n < 300; n += 1) made.record(note({ message: `${n}` }));
    await clock.advance(2_000);
    expect(events()).toHaveLength(250);
    expect(await metricValue(registry, 'aicp_kubernetes_events_dropped_total')).toBe(50);
    made.record(note({ message: 'later' }));
    await clock.advance(0);
    expect(events()).toHaveLength(251);
  });
});

it('lets a burst through at once and then only so many a second', async () => {
  const clock = new ManualClock();
  const bucket = new TokenBucket({ perSecond: 10, burst: 3, clock });
  const passed: number[] = [];
  const start = clock.now();
  const signal = new AbortController().signal;
  for (let n = 0; n < 6; n += 1)
    void bucket.take(signal).then(() => passed.push(clock.now() - start));
  await clock.advance(1_000);
  expect(passed).toEqual([0, 0, 0, 100, 200, 300]);
});

it('never saves up more than its burst', async () => {
  const clock = new ManualClock();
  const bucket = new TokenBucket({ perSecond: 10, burst: 2, clock });
  await clock.advance(60_000);
  expect([bucket.tryTake(), bucket.tryTake(), bucket.tryTake()]).toEqual([true, true, false]);
});
