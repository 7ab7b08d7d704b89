import type { CountersReport } from '@aicp/contracts/poll/health-report';
import { MOST_TARGETS } from '@aicp/crds/kit/target-health';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AT, counting, open, report, row, type Row } from '../testing/health-reports.ts';
import { fleetSums, worstOf } from './fleet-sums.ts';
import { judgeCounting, judgeModel, judgeProvider } from './judge.ts';

/** What is said of provider p where each replica reports so. */
const judged = (replicas: readonly (readonly Row[])[], before?: string) => {
  const reports = replicas.map((rows, index) => ({ replica: `g-${index}`, health: report(rows) }));
  const { providers, replicas: count } = fleetSums(reports);
  return judgeProvider(providers.get('p')!, count, before ? { reason: before } : undefined);
};

describe('a provider', () => {
  it.each<[string, readonly (readonly Row[])[], string, string]>([
    ['answers', [[{}], [{ failures: 1 }]], 'True Serving', 'requests are answered'],
    [
      'is held back by some',
      [[open()], [{ circuit: 'half_open', attempts: 0, reason: 'timeout' }], [{}]],
      'False Degraded',
      '2 of 3 gateways have an open circuit (timeout); about 5 % of the attempts of the last minute failed',
    ],
    [
      'is held back by one, and nobody else asks it',
      [[open()], []],
      'False Failing',
      '1 of 2 gateways has an open circuit (timeout); all attempts of the last minute failed',
    ],
    [
      'is held back with one credential of two',
      [[open({ credential: 'b', reason: 'credential' }), { credential: 'a' }]],
      'False Degraded',
      '1 of 1 gateway has an open circuit for credential b (credential); about 5 % of the attempts of the last minute failed',
    ],
    [
      'fails now and then',
      [[{ failures: 12, reason: 'server_error' }]],
      'False Degraded',
      'about 10 % of the attempts of the last minute failed (server_error)',
    ],
    [
      'fails mostly',
      [[{ failures: 52, reason: 'busy' }], [{ failures: 49, reason: 'timeout' }]],
      'False Failing',
      'about 50 % of the attempts of the last minute failed (busy, timeout)',
    ],
  ])('that %s', (_, replicas, said, message) => {
    const { status, reason, message: text } = judged(replicas)!;
    expect([`${status} ${reason}`, text]).toEqual([said, message]);
  });

  it('of which a failure or two are all that is known is not judged', () => {
    expect(judged([[{ attempts: 2, failures: 2 }]])).toBeUndefined();
  });

  it('does not waver: what is bad stays so until it is clearly better', () => {
    const reasonOf = (failures: number, before: string) => judged([[{ failures }]], before)?.reason;
    expect([reasonOf(40, 'Serving'), reasonOf(40, 'Failing')]).toEqual(['Degraded', 'Failing']);
    expect([reasonOf(3, 'Serving'), reasonOf(3, 'Degraded')]).toEqual(['Serving', 'Degraded']);
    expect(reasonOf(1, 'Failing')).toBe('Serving');
  });

  it('gets no worse where one credential is held back and nobody asks it any more', () => {
    const quiet = [[open({ credential: 'b', reason: 'busy', attempts: 0, failures: 0 })]];
    expect(judged(quiet, 'Degraded')?.reason).toBe('Degraded');
    expect(judged(quiet, 'Failing')?.reason).toBe('Failing');
    expect(judged([[open({ attempts: 1, failures: 1 })]], 'Degraded')?.reason).toBe('Failing');
  });

  it('is never called good where nothing was answered, and is True where it serves alone', () => {
    const any = fc.record({
      circuit: fc.constantFrom('closed' as const, 'half_open' as const, 'open' as const),
      attempts: fc.nat(50),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(any, { maxLength: 3 }), { minLength: 1 }), (fleet) => {
        const rows = fleet.map((targets) =>
          targets.map(({ circuit, attempts, share }) => ({
            circuit,
            attempts,
            failures: Math.round(attempts * share),
          })),
        );
        const all = rows.flat();
        if (all.length === 0) return;
        const said = judged(rows);
        const answered = all.some(({ attempts, failures }) => failures < attempts);
        expect(said?.status === 'True').toBe(said?.reason === 'Serving');
        if (said?.status === 'True') expect(answered).toBe(true);
        if (said?.status === 'True')
          expect(all.every(({ circuit }) => circuit === 'closed')).toBe(true);
        expect(said?.message).not.toBe('');
      }),
    );
  });

  it('of many replicas keeps the worst, in their order', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...row(index % 3 === 0 ? open() : {}),
      replica: `g-${String(index).padStart(3, '0')}`,
      at: AT,
    }));
    const worst = worstOf(many);
    expect(worst).toHaveLength(MOST_TARGETS);
    expect(worst.every(({ circuit }) => circuit === 'open')).toBe(true);
    expect(worst.map(({ replica }) => replica)).toEqual(worst.map(({ replica }) => replica).sort());
  });
});

describe('a model', () => {
  const provider = { name: 'p', isFailing: false };
  const of = (attempts: number, failures: number, isFailing = false) =>
    judgeModel({ attempts, failures }, { ...provider, isFailing }, undefined)?.reason;

  it('has its own figures, unless its provider fails and none of its requests is answered', () => {
    expect([of(100, 0), of(100, 6), of(100, 60)]).toEqual(['Serving', 'Degraded', 'Failing']);
    expect([of(0, 0), of(2, 2)]).toEqual([undefined, undefined]);
    expect([of(0, 0, true), of(9, 9, true)]).toEqual(['ProviderFailing', 'ProviderFailing']);
    expect(of(100, 1, true)).toBe('Serving');
  });
});

describe('a limit', () => {
  const of = (counters: readonly CountersReport[], isPlatforms: boolean, before?: string) => {
    const reports = counters.map((one, index) => ({
      replica: `g-${index}`,
      health: counting(one),
    }));
    const sum = fleetSums(reports).counting!;
    return judgeCounting(sum, isPlatforms, before ? { reason: before } : undefined);
  };
  const shared = { mode: 'shared', evicts: false } as const;
  const evicting = { mode: 'shared', evicts: true } as const;
  const alone = { mode: 'alone', reason: 'connection refused' } as const;
  const memory = { mode: 'memory' } as const;

  it.each<[string, readonly CountersReport[], string, readonly [string, string]]>([
    [
      'is counted together',
      [shared, shared],
      'True Shared',
      ['gateways count all together', 'gateways count all together'],
    ],
    [
      'is counted alone by some',
      [alone, alone, shared],
      'False CountingAlone',
      [
        '2 of 3 gateways count alone (connection refused): each lets its share of the limit pass',
        '2 of 3 gateways count alone: each lets its share of the limit pass',
      ],
    ],
    [
      'is counted alone by one, which does not know why',
      [{ mode: 'alone' }, evicting],
      'False CountingAlone',
      [
        '1 of 2 gateways counts alone: it lets its share of the limit pass',
        '1 of 2 gateways counts alone: it lets its share of the limit pass',
      ],
    ],
    [
      'is counted in memory by several',
      [memory, memory],
      'False CountingAlone',
      [
        '2 of 2 gateways count in their memory: each lets its share of the limit pass',
        '2 of 2 gateways count in their memory: each lets its share of the limit pass',
      ],
    ],
    [
      'may lose its counts',
      [evicting, shared],
      'False MayBeEvicted',
      [
        'maxmemory-policy of the Redis is not noeviction: counts may be thrown away, and the limit begin anew then',
        'counts may be thrown away, and the limit begin anew then',
      ],
    ],
  ])('that %s', (_, counters, verdict, [platforms, organizations]) => {
    for (const [isPlatforms, message] of [
      [true, platforms],
      [false, organizations],
    ] as const) {
      const said = of(counters, isPlatforms)!;
      expect([`${said.status} ${said.reason}`, said.message]).toEqual([verdict, message]);
    }
  });

  it('that the only gateway counts in its memory takes back what was said, and says nothing of its own', () => {
    expect(of([memory], true)).toBeUndefined();
    expect(of([memory], true, 'CountingAlone')).toMatchObject({ status: 'True', reason: 'Shared' });
  });
});
