import { describe, expect, it, onTestFinished } from 'vitest';
import { KubernetesError } from './errors.ts';
import { LeaseElection } from './lease-election.ts';
import { LEASES } from './objects.ts';
import { FakeKubernetes } from './testing/fake-kubernetes.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { recordingLog } from './testing/quiet.ts';

function candidates(...identities: string[]) {
  const clock = new ManualClock();
  const api = new FakeKubernetes(() => clock.now());
  const down = new Set<string>();
  const changes: string[] = [];
  const elections = identities.map((identity) => {
    const guard = () => {
      if (down.has(identity)) throw new Error('connection refused');
    };
    const election = new LeaseElection({
      api: {
        get: (...args) =>
          Promise.resolve()
            .then(guard)
            .then(() => api.get(...args)),
        create: (...args) =>
          Promise.resolve()
            .then(guard)
            .then(() => api.create(...args)),
        replace: (...args) =>
          Promise.resolve()
            .then(guard)
            .then(() => api.replace(...args)),
      },
      namespace: 'ns',
      name: 'operator',
      identity,
      annotations: { address: `${identity}:1` },
      durationMs: 8_000,
      retryMs: 2_000,
      clock,
      log: recordingLog().log,
      onChange: (leader) => {
        changes.push(`${identity} sees ${leader?.identity ?? 'nobody'}`);
      },
    });
    onTestFinished(() => election.stop());
    return election;
  });
  const leaders = () => identities.filter((_, index) => elections[index]!.isLeader);
  const lease = () => api.peek(LEASES, { namespace: 'ns', name: 'operator' });
  return { clock, api, down, elections, leaders, lease, changes };
}

describe('an election by lease', () => {
  it('has one leader, whose address the others learn', async () => {
    const { clock, elections, leaders } = candidates('a', 'b');
    for (const election of elections) election.start();
    await clock.advance(3_000);
    expect(leaders()).toEqual(['a']);
    expect(elections[1]!.leader).toMatchObject({ identity: 'a', annotations: { address: 'a:1' } });
  });

  it('writes times with microseconds, as the API demands', async () => {
    const { clock, elections, lease } = candidates('a');
    elections[0]!.start();
    await clock.advance(0);
    expect(lease()?.['spec']).toMatchObject({
      holderIdentity: 'a',
      leaseDurationSeconds: 8,
      renewTime: expect.stringMatching(/\.\d{6}Z$/) as string,
    });
  });

  it('hands over within its duration and a look when the leader dies', async () => {
    const { clock, elections, leaders, down } = candidates('a', 'b');
    for (const election of elections) election.start();
    await clock.advance(3_000);
    down.add('a');
    await clock.advance(11_000);
    expect(leaders()).toEqual(['b']);
    expect(elections[1]!.leader?.term).toBe(2);
  });

  it('never has two leaders, whoever loses sight of the server and when', async () => {
    const { clock, elections, leaders, down } = candidates('a', 'b', 'c');
    for (const election of elections) election.start();
    for (let step = 0; step < 200; step += 1) {
      await clock.advance(700);
      expect(leaders().length).toBeLessThan(2);
      const cutOff = ['a', 'b', 'c'][Math.floor(step / 17) % 3]!;
      down.clear();
      down.add(cutOff);
    }
  });

  it('knows at once that it is no longer the leader when it wakes after its lease ran out', async () => {
    const { clock, elections } = candidates('a');
    elections[0]!.start();
    await clock.advance(0);
    clock.jump(7_900);
    expect(elections[0]!.isLeader).toBe(true);
    clock.jump(200);
    expect(elections[0]!.isLeader).toBe(false);
    await clock.advance(0);
    expect(elections[0]!.isLeader).toBe(true);
  });

  it('gives the lead up in time when the server accepts requests and never answers', async () => {
    const { clock, elections, leaders, api } = candidates('a');
    elections[0]!.start();
    await clock.advance(0);
    api.intercept = () => new Promise<void>(() => undefined);
    await clock.advance(7_900);
    expect(leaders()).toEqual(['a']);
    await clock.advance(200);
    expect(leaders()).toEqual([]);
    api.intercept = () => undefined;
    await clock.advance(5_000);
    expect(leaders()).toEqual(['a']);
  });

  it('tells that it leads again, whatever late answers come first', async () => {
    for (const stillMs of [2_000, 5_000, 9_000, 15_000, 30_000]) {
      const { clock, elections, api, changes } = candidates('a');
      elections[0]!.start();
      await clock.advance(0);
      let resume: () => void = () => undefined;
      const standing = new Promise<void>((resolve) => (resume = resolve));
      api.intercept = () => standing;
      await clock.advance(stillMs);
      const led = elections[0]!.isLeader;
      changes.length = 0;
      api.intercept = () => undefined;
      resume();
      for (let step = 0; step < 60 && !elections[0]!.isLeader; step += 1) await clock.advance(100);
      expect(elections[0]!.isLeader).toBe(true);
      if (!led) expect(changes.at(-1)).toBe('a sees a');
    }
  });

  it('gives the lease up when it stops, so that another takes over at its next look', async () => {
    const { clock, elections, leaders, lease } = candidates('a', 'b');
    for (const election of elections) election.start();
    await clock.advance(3_000);
    await elections[0]!.stop();
    expect(lease()?.['spec']).not.toHaveProperty('holderIdentity');
    await clock.advance(2_100);
    expect(leaders()).toEqual(['b']);
  });

  it('takes its own lease up again after a restart without waiting', async () => {
    const { clock, elections, api } = candidates('a');
    api.put(LEASES, {
      metadata: { name: 'operator', namespace: 'ns' },
      spec: { holderIdentity: 'a', leaseDurationSeconds: 8, leaseTransitions: 4 },
    });
    elections[0]!.start();
    await clock.advance(0);
    expect(elections[0]!.isLeader).toBe(true);
    expect(elections[0]!.leader?.term).toBe(5);
  });

  it('tells the others when a new process of the same name leads, or the same one again', async () => {
    const { clock, elections, changes, down } = candidates('a', 'b', 'a');
    const heard = () => changes.filter((change) => change.startsWith('b sees')).length;
    for (const election of elections.slice(0, 2)) election.start();
    await clock.advance(10_000);
    expect(heard()).toBe(1);
    elections[2]!.start();
    await clock.advance(10_000);
    expect(heard()).toBe(2);
    for (const name of ['a', 'b']) down.add(name);
    await clock.advance(10_000);
    down.delete('a');
    await clock.advance(4_000);
    down.clear();
    await clock.advance(4_000);
    expect(elections[1]!.leader?.term).toBeGreaterThan(2);
    expect(heard()).toBe(3);
  });

  it('tells of every change of the leader, and of none twice', async () => {
    const { clock, elections, changes, down } = candidates('a', 'b');
    for (const election of elections) election.start();
    await clock.advance(30_000);
    down.add('a');
    await clock.advance(30_000);
    down.clear();
    await clock.advance(30_000);
    expect(changes).toEqual(['a sees a', 'b sees a', 'a sees nobody', 'b sees b', 'a sees b']);
  });

  it('loses a race without losing anything else', async () => {
    const { clock, elections, api, leaders } = candidates('a');
    api.intercept = ({ verb }) => {
      if (verb === 'create')
        throw new KubernetesError({
          status: 409,
          reason: 'AlreadyExists',
          message: 'there is one',
        });
    };
    elections[0]!.start();
    await clock.advance(0);
    expect(leaders()).toEqual([]);
    api.intercept = () => undefined;
    await clock.advance(2_100);
    expect(leaders()).toEqual(['a']);
  });
});
