import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../compile/types.ts';
import { model } from '../../testing/builders.ts';
import type { Report } from './ack-book.ts';
import { ProgrammedJudge } from './programmed.ts';
import { SectionStore } from '../commit/section-store.ts';

const store = new SectionStore();
const object = model('m', {}, { generation: 2, uid: 'u' });

const fragment = (generation: number) => ({
  id: 'm',
  source: { kind: 'Model', name: 'm', uid: 'u', generation },
});
const other = { id: 'o', source: { kind: 'Model', name: 'o', uid: 'o', generation: 1 } };

/** A replica that runs a models section with these fragments. */
function runs(name: string, ...fragments: object[]): Report {
  const bytes = canonicalJson(fragments);
  store.remember(sha256(bytes), bytes);
  const applied = { epoch: 1, revision: 1, digest: '', sections: { models: sha256(bytes) } };
  return { service: 'gateway', instance: name, version: '1', applied, rejected: null, at: 0 };
}

const wants = (text: object | undefined, more: Partial<Verdict> = {}): Verdict => ({
  object,
  reason: 'Accepted',
  message: '',
  inEffect: 'current',
  desired: new Map([['models', text && canonicalJson(text)]]),
  ...more,
});

function judge(
  verdict: Verdict,
  reports: Report[],
  expected = reports.map(({ instance }) => instance),
  pinned?: string,
) {
  const made = new ProgrammedJudge({
    replicas: {
      expected: new Map([['gateway', new Set(expected)]]),
      reports: () => new Map(reports.map((report) => [report.instance, report])),
    },
    store,
    pinned,
  });
  return made.programmedOf(verdict, ['gateway']);
}

describe('an object is programmed', () => {
  it('when every expected replica runs exactly its present fragment', () => {
    const now = fragment(2);
    expect(judge(wants(now), [runs('a', now), runs('b', other, now)])).toEqual({
      reason: 'Programmed',
      message: '2 of 2 gateway replicas',
    });
  });

  it('not while one runs an older generation of it, or lacks it, or says nothing', () => {
    const now = fragment(2);
    const reports = [runs('a', now), runs('b', fragment(1)), runs('c', other)];
    expect(judge(wants(now), reports, ['a', 'b', 'c', 'd', 'e'])).toEqual({
      reason: 'Pending',
      message: '1 of 5 gateway replicas; waiting for b, c, d …',
    });
  });

  it('by its absence, when it is to be absent', () => {
    expect(judge(wants(undefined), [runs('a', other)]).reason).toBe('Programmed');
    expect(judge(wants(undefined), [runs('a', fragment(1))]).reason).toBe('Pending');
  });

  it('not by a section that nobody here knows', () => {
    const unknown = runs('a', fragment(2));
    const applied = { ...unknown.applied!, sections: { models: 'unknown' } };
    expect(judge(wants(undefined), [{ ...unknown, applied }]).reason).toBe('Pending');
    expect(judge(wants(fragment(2)), [{ ...unknown, applied: null }]).reason).toBe('Pending');
  });

  it('by nobody where no replica is expected', () => {
    expect(judge(wants(fragment(2)), [runs('a', fragment(2))], [])).toEqual({
      reason: 'NoReplicas',
      message: 'no gateway replica is ready: look at its pods',
    });
  });

  describe('where a further service has to act on it', () => {
    const actor = { service: 'mcp-host', unless: 'no host is installed' } as const;
    const now = fragment(2);
    const judged = (expected: ReadonlyMap<string, ReadonlySet<string>>) =>
      new ProgrammedJudge({
        replicas: {
          expected,
          reports: (service) =>
            new Map(
              [runs(`${service}-0`, now)].map((report) => [
                report.instance,
                { ...report, service },
              ]),
            ),
        },
        store,
        pinned: undefined,
      }).programmedOf(wants(now, { actor }), ['gateway']);
    const gateways = ['gateway', new Set(['gateway-0'])] as const;

    it('not at all while that is not installed', () => {
      expect(judged(new Map([gateways]))).toEqual({
        reason: 'NotEnforced',
        message: 'no host is installed',
      });
    });

    it('not while no replica of that is ready', () => {
      expect(judged(new Map([gateways, ['mcp-host', new Set()]]))).toMatchObject({
        reason: 'NoReplicas',
        message: 'no mcp-host replica is ready: look at its pods',
      });
    });

    it('when the replicas of both have it', () => {
      const hosts = ['mcp-host', new Set(['mcp-host-0'])] as const;
      expect(judged(new Map([gateways, hosts]))).toEqual({
        reason: 'Programmed',
        message: '1 of 1 gateway replica, 1 of 1 mcp-host replica',
      });
    });
  });

  it('not while a pin holds it back', () => {
    expect(judge(wants(fragment(2)), [runs('a', fragment(1))], ['a'], 'pinned').message).toBe(
      'pinned',
    );
    expect(judge(wants(fragment(2)), [runs('a', fragment(2))], ['a'], 'pinned').reason).toBe(
      'Programmed',
    );
  });

  it.each<[string, Partial<Verdict>, string, string]>([
    [
      'kept',
      { inEffect: 'kept', reason: 'Invalid' },
      'NotAccepted',
      'its last good form stays in use: Invalid',
    ],
    [
      'left out',
      { inEffect: 'left_out', reason: 'Conflicted' },
      'NotAccepted',
      'left out: Conflicted',
    ],
    [
      'refused',
      { inEffect: 'left_out', rejection: 'too deep' },
      'Rejected',
      'a replica could not use it: too deep; it is left out',
    ],
    ['not enforced', { inEffect: 'not_enforced', notEnforced: 'why' }, 'NotEnforced', 'why'],
  ])('never where it is %s', (_, more, reason, message) => {
    expect(judge(wants(undefined, more), [runs('a')])).toEqual({ reason, message });
  });

  it('by nobody of a kind that no service acts on', () => {
    const made = new ProgrammedJudge({
      replicas: { expected: new Map(), reports: () => new Map() },
      store,
      pinned: undefined,
    });
    expect(made.programmedOf(wants(undefined), []).reason).toBe('NotEnforced');
  });
});

describe('an object that two services act on', () => {
  const now = fragment(2);
  const reports = new Map([
    ['gateway', new Map([['g', runs('g', now)]])],
    ['admin', new Map([['a', { ...runs('a', now), service: 'admin' }]])],
  ]);
  const judged = (expected: Record<string, string[]>, enforcers = ['gateway', 'admin']) =>
    new ProgrammedJudge({
      replicas: {
        expected: new Map(Object.entries(expected).map(([name, all]) => [name, new Set(all)])),
        reports: (service) => reports.get(service) ?? new Map(),
      },
      store,
      pinned: undefined,
    }).programmedOf(wants(now), enforcers);

  it('is programmed when the replicas of both have it', () => {
    expect(judged({ gateway: ['g'], admin: ['a'] })).toEqual({
      reason: 'Programmed',
      message: '1 of 1 gateway replica, 1 of 1 admin replica',
    });
    expect(judged({ gateway: ['g'], admin: ['a', 'late'] }).message).toBe(
      '1 of 1 gateway replica, 1 of 2 admin replicas; waiting for late',
    );
  });

  it('waits for no service that is not installed', () => {
    expect(judged({ gateway: ['g'] })).toEqual({
      reason: 'Programmed',
      message: '1 of 1 gateway replica',
    });
  });

  it('is in force nowhere while one that is installed has no replica', () => {
    const reason = 'NoReplicas';
    expect(judged({ gateway: ['g'], admin: [] })).toMatchObject({ reason });
    expect(judged({}, ['admin'])).toMatchObject({ reason });
    expect(judged({ gateway: ['g'] }, ['admin']).message).toBe(
      'no admin replica is ready: look at its pods',
    );
  });
});

it('evidence is complete when every expected replica has spoken', () => {
  const heard = (expected: string[], ...reports: Report[]) =>
    new ProgrammedJudge({
      replicas: {
        expected: new Map([['gateway', new Set(expected)]]),
        reports: () => new Map(reports.map((report) => [report.instance, report])),
      },
      store,
      pinned: undefined,
    }).hasHeardFromAll(['gateway', 'admin']);
  expect(heard(['a', 'b'], runs('a'), runs('b'))).toBe(true);
  expect(heard(['a', 'b'], runs('a'))).toBe(false);
});
