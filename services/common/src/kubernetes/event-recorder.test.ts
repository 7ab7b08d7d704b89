import { describe, expect, it, onTestFinished } from 'vitest';
import { EventRecorder, type EventNote } from './event-recorder.ts';
import { EVENTS } from './objects.ts';
import { FakeKubernetes } from './testing/fake-kubernetes.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { freshMetrics, metricValue, recordingLog } from './testing/quiet.ts';

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
