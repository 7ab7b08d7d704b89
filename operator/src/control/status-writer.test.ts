import { KubernetesError } from '@aicp/common/kubernetes/errors';
import type { EventNote } from '@aicp/common/kubernetes/event-recorder';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import type { ProgrammedReason } from '@aicp/crds/reasons/reasons';
import { model } from '../testing/builders.ts';
import { StatusWriter, type ObjectOutcome } from './status-writer.ts';
import type { Status } from './status.ts';

const outcome = (object: SourceObject, reason: ProgrammedReason = 'Programmed'): ObjectOutcome => ({
  verdict: { object, reason: 'Accepted', message: 'fine', inEffect: 'current', desired: new Map() },
  programmed: { reason, message: 'so' },
});

function writer() {
  const clock = new ManualClock();
  const objects = new Map<string, KubernetesObject>();
  const writes: string[] = [];
  const events: EventNote[] = [];
  const state = { leads: true, fails: 0, error: new Error('busy') };
  const made = new StatusWriter({
    object: (_, name) => objects.get(name),
    write: (_, { metadata }, status: Status) => {
      if ((state.fails -= 1) >= 0) return Promise.reject(state.error);
      const stored = objects.get(metadata.name)!;
      objects.set(metadata.name, { ...stored, status });
      const ready = status.conditions.find(({ type }) => type === 'Ready');
      writes.push(`${metadata.name} ${ready?.reason ?? ''}`);
      return Promise.resolve();
    },
    health: () => undefined,
    spend: () => undefined,
    findings: () => undefined,
    isLeader: () => state.leads,
    events: { record: (note) => events.push(note) },
    namespace: 'ns',
    clock,
    random: () => 0.5,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
  });
  onTestFinished(() => made.stop());
  const stored = (name: string, generation = 1): SourceObject => {
    const object = model(name, {}, { generation });
    objects.set(name, { metadata: { name, namespace: 'ns', uid: object.uid, generation } });
    return object;
  };
  return { writer: made, clock, writes, events, objects, stored, state };
}

describe('the status writer', () => {
  it('writes what is new, and its Event, and nothing twice', async () => {
    const { writer: made, clock, writes, events, stored } = writer();
    const object = stored('a');
    made.update([outcome(object)]);
    await clock.advance(0);
    made.update([outcome(object)]);
    made.look('Model', 'a');
    await clock.advance(0);
    expect(writes).toEqual(['a Programmed']);
    expect(events).toMatchObject([
      { regarding: { kind: 'Model', name: 'a', namespace: 'ns' }, reason: 'Programmed' },
    ]);
  });

  it('writes again where somebody else changed the status', async () => {
    const { writer: made, clock, writes, objects, stored } = writer();
    made.update([outcome(stored('a'))]);
    await clock.advance(0);
    objects.set('a', { ...objects.get('a')!, status: {} });
    made.look('Model', 'a');
    await clock.advance(0);
    expect(writes).toHaveLength(2);
  });

  it('says nothing of a generation that it has not decided on', async () => {
    const { writer: made, clock, writes, stored } = writer();
    const old = stored('a', 1);
    stored('a', 2);
    made.update([outcome(old)]);
    await clock.advance(0);
    expect(writes).toEqual([]);
  });

  it('says nothing while another process leads, nor after it has handed over', async () => {
    const { writer: made, clock, writes, stored, state } = writer();
    state.leads = false;
    made.update([outcome(stored('a'))]);
    await clock.advance(0);
    made.forget();
    state.leads = true;
    made.look('Model', 'a');
    await clock.advance(0);
    expect(writes).toEqual([]);
  });

  it('tries again after a failure, and gives up on an object that is gone', async () => {
    const { writer: made, clock, writes, stored, state } = writer();
    state.fails = 2;
    made.update([outcome(stored('a'))]);
    await clock.advance(5_000);
    expect(writes).toEqual(['a Programmed']);

    state.fails = 1;
    state.error = new KubernetesError({ status: 404, message: 'gone' });
    made.update([outcome(stored('a', 2))]);
    await clock.advance(5_000);
    expect(writes).toHaveLength(1);
  });

  it('writes so many a second and no more', async () => {
    const { writer: made, clock, writes, stored } = writer();
    made.update(Array.from({ length: 1000 }, (_, n) => outcome(stored(`m${n}`))));
    await clock.advance(0);
    expect(writes.length).toBeLessThanOrEqual(400);
    await clock.advance(1_000);
    expect(writes.length).toBeLessThan(620);
    await clock.advance(3_000);
    expect(writes).toHaveLength(1000);
  });
});
