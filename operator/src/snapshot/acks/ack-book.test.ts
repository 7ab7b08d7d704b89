import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { PollRequest } from '@aicp/contracts/poll/poll';
import { describe, expect, it } from 'vitest';
import { AckBook, type Report } from './ack-book.ts';
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
