import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { PollRequest } from '@aicp/contracts/poll/poll';
import { canonicalJson, sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import { describe, expect, it } from 'vitest';
import { EMPTY_INDEX, type RejectedFragment, type SnapshotIndex } from '../commit/index-object.ts';
import { SectionStore } from '../commit/section-store.ts';
import { AckBook, type Report } from './ack-book.ts';
import { heldBack, rejections } from './rejections.ts';
import { expectedReplicas, knownReplicas } from './replicas.ts';

const poll = (name: string, revision: number | null, version = '1'): PollRequest => ({
  instance: { service: 'gateway', name, version, startedAt: '' },
  have: null,
  applied: revision === null ? null : { epoch: 1, revision, digest: `d${revision}`, sections: {} },
  rejected: null,
  wait_seconds: 0,
});

describe('what replicas say', () => {
  it('is news once', () => {
    const news: (number | undefined)[] = [];
    const onChange = ({ applied }: Report) => news.push(applied?.revision);
    const book = new AckBook({ clock: new ManualClock(), onChange });
    for (const revision of [null, 1, 1, 2, 2]) book.record(poll('a', revision));
    expect(news).toEqual([undefined, 1, 2]);
    expect(book.of('gateway').get('a')?.applied?.revision).toBe(2);
    expect(book.of('budget').size).toBe(0);
  });

  it('counts in the order in which it was said, whichever way it came', () => {
    const book = new AckBook({ clock: new ManualClock(), onChange: () => undefined });
    const revision = () => book.of('gateway').get('a')?.applied?.revision;
    const nth = (number: number, applied: number, startedAt = 'noon'): PollRequest => {
      const { instance, ...rest } = poll('a', applied);
      return { ...rest, number, instance: { ...instance, startedAt } };
    };
    book.record(nth(8, 3));
    book.record(nth(7, 2));
    expect(revision()).toBe(3);
    book.record(nth(1, 1, 'later'));
    expect(revision()).toBe(1);
    book.record(nth(2, 4, 'later'));
    expect(revision()).toBe(4);
  });

  it('says nothing of the present when it is too old', async () => {
    const clock = new ManualClock();
    const book = new AckBook({ clock, onChange: () => undefined });
    book.record(poll('a', 1));
    await clock.advance(60_000);
    book.record(poll('b', 1));
    await clock.advance(60_000);
    expect([...book.of('gateway').keys()]).toEqual(['b']);
  });
});

describe('the replicas that are expected', () => {
  const slice = (service: string | undefined, endpoints: unknown) => ({
    metadata: { name: 'x', labels: service ? { 'aicp.dev/snapshot-service': service } : {} },
    endpoints,
  });
  const endpoint = (name: string, ready?: boolean) => ({
    conditions: ready === undefined ? {} : { ready },
    targetRef: { name },
  });

  it('are the ready endpoints of all slices of a service', () => {
    const slices = [
      slice('gateway', [endpoint('a', true), endpoint('b', false), endpoint('c')]),
      slice('gateway', [endpoint('a', true), endpoint('d', true), { addresses: ['10.0.0.1'] }]),
      slice('budget', null),
      slice(undefined, [endpoint('x', true)]),
    ];
    const names = (replicas: ReturnType<typeof knownReplicas>) =>
      [...replicas].map(([service, all]) => [service, ...all]);
    expect(names(expectedReplicas(slices))).toEqual([['gateway', 'a', 'c', 'd'], ['budget']]);
    expect(names(knownReplicas(slices))).toEqual([['gateway', 'a', 'b', 'c', 'd'], ['budget']]);
  });
});

describe('rejections', () => {
  const store = new SectionStore();
  const source = (uid: string, generation = 1) => ({ kind: 'Model', name: uid, uid, generation });
  const remember = (...fragments: object[]): string => {
    const bytes = canonicalJson(fragments);
    store.remember(sha256(bytes), bytes);
    return sha256(bytes);
  };
  const rule = (uid: string, action: string) => ({ type: 'rule', action, source: source(uid) });
  const sections = {
    models: remember({ source: source('u', 3) }, { source: source('v') }),
    policies: remember(rule('deny', 'deny'), rule('prefer', 'prefer')),
    team_models: remember({ source: source('team') }),
  };
  const digest = snapshotDigest(sections);
  const index = (refused: RejectedFragment[] = []): SnapshotIndex => ({
    ...EMPTY_INDEX,
    refused,
    history: [
      { epoch: 1, revision: 1, at: '', services: { gateway: { digest, sections } }, degraded: [] },
    ],
  });
  const report = (
    errors: { source?: ReturnType<typeof source>; section?: string; message: string }[],
    of = digest,
    version = '1',
    instance = 'a',
  ) => ({
    service: 'gateway',
    instance,
    version,
    applied: null,
    at: 0,
    rejected: { digest: of, errors: errors.map((error) => ({ section: 'models', ...error })) },
  });
  const known = (uid: string, generation: number): RejectedFragment => ({
    uid,
    generation,
    section: 'models',
    message: 'x',
    by: 'gateway 1',
  });
  const replicas = new Map([['gateway', new Set(['a', 'b'])]]);
  const find = (reports: Report[], refused: RejectedFragment[] = [], exists = () => true) =>
    rejections({ index: index(refused), reports, replicas, store, exists });

  it('name the fragment of the present snapshot that a replica could not use', () => {
    expect(find([report([{ source: source('u', 3), message: 'bad' }])])).toEqual([
      { uid: 'u', generation: 3, section: 'models', message: 'bad', by: 'gateway 1' },
    ]);
  });

  it.each([
    ['of an older snapshot', report([{ source: source('u', 3), message: 'bad' }], 'older')],
    ['of a generation that is not in it', report([{ source: source('u', 2), message: 'bad' }])],
    ['of an object that is not in it', report([{ source: source('w', 1), message: 'bad' }])],
    ['that name none', report([{ message: 'bad' }])],
  ])('%s count for nothing', (_, one) => {
    expect(find([one])).toEqual([]);
  });

  it('are remembered once, for as long as the object exists', () => {
    const again = report([{ source: source('u', 3), message: 'bad' }]);
    expect(find([again], [known('u', 3)])).toEqual([known('u', 3)]);
    expect(find([], [known('u', 3)])).toEqual([known('u', 3)]);
    expect(find([], [known('u', 3)], () => false)).toEqual([]);
  });

  it('are forgotten when every replica runs another version of the service', () => {
    const now = (version: string): Report => ({ ...report([], digest, version), rejected: null });
    expect(find([now('1'), now('2')], [known('u', 3)])).toHaveLength(1);
    expect(find([now('2'), now('2')], [known('u', 3)])).toEqual([]);
  });

  it('are bounded: of one object the newest five', () => {
    const many = Array.from({ length: 8 }, (_, n) => known('u', n));
    expect(find([], many).map(({ generation }) => generation)).toEqual([3, 4, 5, 6, 7]);
  });

  it('of a process that is none of the installation’s replicas count for nothing', () => {
    const bad = [{ source: source('u', 3), message: 'bad' }];
    expect(find([report(bad, digest, '0.9', 'stranger')])).toEqual([]);
    const now = { ...report([], digest, '2'), rejected: null };
    expect(find([now, report(bad, digest, '1', 'stranger')], [known('u', 3)])).toEqual([]);
  });

  describe('of what stops requests', () => {
    const bad = (uid: string, section = 'policies') => [
      { source: source(uid), section, message: 'unknown' },
    ];
    const fine = (version: string, instance: string): Report => ({
      ...report([], digest, version, instance),
      rejected: null,
    });
    const entry = (by: string): RejectedFragment => ({
      uid: 'deny',
      generation: 1,
      section: 'policies',
      message: 'unknown',
      by: `gateway ${by}`,
      guards: true,
    });

    it.each([
      ['a deny', 'deny', 'policies'],
      ['a list of models', 'team', 'team_models'],
    ])(
      'leave %s where it is as long as one replica can use it, or is silent',
      (_, uid, section) => {
        const old = report(bad(uid, section), digest, '1', 'a');
        expect(find([old, fine('2', 'b')])).toEqual([]);
        expect(find([old, fine('1', 'b')])).toEqual([]);
        expect(find([old])).toEqual([]);
        expect(heldBack([old], index(), [])).toHaveLength(1);
      },
    );

    it('count once every replica refuses it, so that revocations reach them', () => {
      const all = ['a', 'b'].map((name) => report(bad('deny'), digest, '1', name));
      expect(find(all)).toEqual([entry('1')]);
      expect(find([fine('1', 'a'), fine('1', 'b')], [entry('1')])).toEqual([entry('1')]);
      expect(heldBack(all, index(), find(all))).toEqual([]);
    });

    it('are forgotten as soon as one replica runs a version that has not refused it', () => {
      expect(find([fine('1', 'a'), fine('2', 'b')], [entry('1')])).toEqual([]);
      const both = [entry('1'), entry('2')];
      expect(find([fine('1', 'a'), fine('2', 'b')], both)).toEqual(both);
    });

    it('leave out a prefer, which stops nothing, at the first word', () => {
      expect(find([report(bad('prefer'))])).toMatchObject([{ uid: 'prefer' }]);
    });
  });
});
