import { ManualClock, settle } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Observation, ObservationReport } from '@aicp/contracts/audit/observation';
import { describe, expect, it } from 'vitest';
import { Observer } from './observer.ts';

const team = (changes: Partial<KubernetesObject['metadata']> = {}): KubernetesObject => ({
  metadata: { name: 'a', uid: 'u1', resourceVersion: '1', generation: 1, ...changes },
  spec: { displayName: 'A' },
});

/** An observer of Teams and Models, and an audit log that may be away. */
function setUp() {
  const clock = new ManualClock();
  const { log, entries } = recordingLog();
  const reports: ObservationReport[] = [];
  const state = { isLeader: true, hasSynced: true, isAway: false, wanted: [] as string[] };
  const observer = new Observer({
    kinds: ['Team', 'Model'],
    send: (report) => {
      if (state.isAway) return Promise.reject(new Error('away'));
      reports.push(report);
      return Promise.resolve({ wanted: report.type === 'inventory' ? state.wanted : [] });
    },
    isLeader: () => state.isLeader,
    hasSynced: () => state.hasSynced,
    clock,
    log,
    random: () => 0.5,
  });
  const changes = (): Observation[] =>
    reports.flatMap((report) => (report.type === 'changes' ? report.changes : []));
  const story = () =>
    changes().map(({ uid, resourceVersion, state: now }) =>
      now ? `${uid} at ${resourceVersion}` : `${uid} gone`,
    );
  const kinds = () =>
    reports.flatMap((report) => (report.type === 'inventory' ? [report.kind] : []));
  const started = async (): Promise<void> => {
    observer.start();
    await settle();
    reports.length = 0;
  };
  return { changes, clock, entries, kinds, observer, reports, started, state, story };
}

describe('the observer', () => {
  it('begins with what there is, and tells what is asked for', async () => {
    const { observer, reports, state } = setUp();
    observer.see('Team', 'a', team());
    state.wanted = ['u1'];
    observer.start();
    await settle();
    expect(reports).toMatchObject([
      { type: 'inventory', kind: 'Team', objects: [{ uid: 'u1' }] },
      { type: 'changes', changes: [{ uid: 'u1', kind: 'Team', state: { spec: {} } }] },
      { type: 'inventory', kind: 'Model', objects: [] },
    ]);
    await observer.stop();
  });

  it('tells each change in its order, and no change of the status alone', async () => {
    const { observer, started, story } = setUp();
    await started();
    observer.see('Team', 'a', team());
    observer.see('Team', 'a', team({ resourceVersion: '2' }));
    observer.see('Team', 'a', team({ resourceVersion: '3', generation: 2 }));
    observer.see('Team', 'a', team({ resourceVersion: '4', generation: 2, labels: { x: 'y' } }));
    observer.see('Team', 'a', undefined);
    await settle();
    expect(story()).toEqual(['u1 at 1', 'u1 at 3', 'u1 at 4', 'u1 gone']);
    await observer.stop();
  });

  it('tells of one that took the name of another that both changed hands', async () => {
    const { observer, started, story } = setUp();
    await started();
    observer.see('Team', 'a', team());
    observer.see('Team', 'a', team({ uid: 'u2', resourceVersion: '5' }));
    await settle();
    expect(story()).toEqual(['u1 at 1', 'u1 gone', 'u2 at 5']);
    await observer.stop();
  });

  it('tells whose an object is, as it was at that moment', async () => {
    const { changes, observer, started } = setUp();
    await started();
    const acme = (uid: string): KubernetesObject => ({ metadata: { name: 'acme', uid } });
    const bound = { objectUid: 'u1', organization: 'acme', organizationUid: 'o1' };
    const spec = { organizationId: 'acme' };
    observer.see('Team', 'a', { ...team(), spec });
    observer.see('Organization', 'acme', acme('o1'));
    observer.see('Team', 'b', { metadata: { name: 'b', uid: 'u2' }, spec });
    observer.see('Team', 'a', {
      ...team({ resourceVersion: '2' }),
      spec,
      status: { owner: bound },
    });
    observer.see('Organization', 'acme', acme('o2'));
    observer.see('Team', 'a', undefined);
    observer.see('Team', 'b', undefined);
    await settle();
    const owners = changes()
      .filter(({ kind }) => kind === 'Team')
      .map(({ owner }) => owner);
    const ofAcme = { organization: 'acme', isBound: false };
    expect(owners).toEqual([
      { ...ofAcme, organizationUid: null },
      { ...ofAcme, organizationUid: 'o1' },
      { ...ofAcme, organizationUid: 'o1', isBound: true },
      { ...ofAcme, organizationUid: 'o2' },
    ]);
    await observer.stop();
  });

  it('tells of a deletion once, as the object was before it was asked to go', async () => {
    const { changes, observer, started } = setUp();
    await started();
    observer.see('Team', 'a', team());
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    observer.see('Team', 'a', team({ resourceVersion: '2', generation: 2, deletionTimestamp }));
    observer.see('Team', 'a', undefined);
    await settle();
    expect(changes().slice(1)).toMatchObject([{ uid: 'u1', resourceVersion: '1', state: null }]);
    await observer.stop();
  });

  it('names who wrote last, whatever he is called, and not who wrote the status', async () => {
    const { changes, observer, started } = setUp();
    await started();
    const managedFields = [
      { manager: 'kubectl-edit', time: '2026-01-01T00:00:02Z' },
      { manager: 'aicp-admin', time: '2026-01-01T00:00:02Z' },
      { manager: 'aicp-operator', time: '2026-01-01T00:00:09Z', subresource: 'status' },
    ];
    observer.see('Team', 'a', team({ managedFields }));
    await settle();
    expect(changes()).toMatchObject([{ manager: 'kubectl-edit' }]);
    await observer.stop();
  });

  it('says nothing before it has seen everything: what is missing may be there', async () => {
    const { clock, kinds, observer, state } = setUp();
    state.hasSynced = false;
    observer.start();
    await clock.advance(5_000);
    expect(kinds()).toEqual([]);
    state.hasSynced = true;
    await clock.advance(1_000);
    expect(kinds()).toEqual(['Team', 'Model']);
    await observer.stop();
  });

  it('says nothing while another leads, and compares everything when it leads itself', async () => {
    const { kinds, observer, reports, started, state } = setUp();
    await started();
    state.isLeader = false;
    observer.leaderChanged();
    observer.see('Team', 'a', team());
    await settle();
    expect(reports).toEqual([]);
    state.isLeader = true;
    observer.leaderChanged();
    await settle();
    expect(kinds()).toEqual(['Team', 'Model']);
    await observer.stop();
  });

  it('keeps what an audit log that is away has to be told, in its order', async () => {
    const { clock, entries, observer, started, state, story } = setUp();
    await started();
    state.isAway = true;
    observer.see('Team', 'a', team());
    await clock.advance(1_000);
    observer.see('Team', 'a', undefined);
    await clock.advance(1_000);
    expect(story()).toEqual([]);
    state.isAway = false;
    await clock.advance(20_000);
    expect(story()).toEqual(['u1 at 1', 'u1 gone']);
    expect(entries.filter(({ level }) => level !== 'debug')).toEqual([]);
    await observer.stop();
  });

  it('warns once of an audit log that stays away, and says when it is back', async () => {
    const { clock, entries, observer, state } = setUp();
    state.isAway = true;
    observer.start();
    await clock.advance(600_000);
    expect(entries.filter(({ level }) => level === 'warn')).toHaveLength(1);
    state.isAway = false;
    await clock.advance(20_000);
    expect(entries.at(-1)).toMatchObject({ event: 'audit_report_recovered' });
    await observer.stop();
  });

  it('compares anew instead of keeping more than it can', async () => {
    const { clock, kinds, observer, reports, started, state } = setUp();
    await started();
    state.isAway = true;
    for (let n = 0; n <= 10_001; n += 1) {
      observer.see('Team', `t${n}`, team({ name: `t${n}`, uid: `u${n}` }));
    }
    state.isAway = false;
    await clock.advance(20_000);
    expect(kinds()).toEqual(['Team', 'Model']);
    expect(reports[0]).toMatchObject({ type: 'inventory' });
    await observer.stop();
  });
});
