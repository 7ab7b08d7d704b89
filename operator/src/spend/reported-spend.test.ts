import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { ObjectSpend, SpendReport } from '@aicp/contracts/poll/spend-report';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spendReport, usd } from '../testing/spend-reports.ts';
import type { Overcommitments } from './commitments/overcommitted.ts';
import { ReportedSpend } from './reported-spend.ts';

const ENFORCED = { type: 'Enforced', status: 'True', reason: 'Enforced', message: 'all' };
const AT = '2026-01-01T00:00:00Z';

function operator() {
  const clock = new ManualClock();
  const objects = new Map<string, KubernetesObject>();
  const reports = new Map<string, { spend?: SpendReport }>();
  const state = {
    leads: true,
    isInstalled: true,
    isTracking: true,
    isBlocking: true,
    over: new Map<string, string | undefined>() as Overcommitments,
    gatewayLags: [] as number[],
  };
  const said: string[] = [];
  const put = (kind: string, name: string, more: object = {}) =>
    objects.set(`${kind}/${name}`, {
      metadata: { name, uid: `${kind}-${name}` },
      status: { conditions: [ENFORCED] },
      ...more,
    });
  const known = new Set(['budget-0', 'budget-1']);
  const spend = new ReportedSpend({
    reports: () => ({
      isInstalled: state.isInstalled,
      known,
      reports,
      gatewayLags: state.gatewayLags,
    }),
    objects: () =>
      [...objects].map(([key, { metadata }]) => {
        const [kind = '', name = ''] = key.split('/');
        return { kind, name, uid: metadata.uid! };
      }),
    object: (kind, name) => objects.get(`${kind}/${name}`),
    overcommitments: () => state.over,
    features: () => state,
    write: (kind, name) => {
      const object = objects.get(`${kind}/${name}`)!;
      const statement = spend.of({ uid: object.metadata.uid! })!;
      const conditions = [
        ENFORCED,
        ...statement.conditions.map((one) => ({ ...one, lastTransitionTime: AT })),
      ];
      const { spend: figures } = statement;
      objects.set(`${kind}/${name}`, { ...object, status: { conditions, spend: figures } });
      const words = statement.conditions.map(
        ({ type, status, reason }) => `${type} ${status} ${reason}`,
      );
      said.push([`${kind}/${name}`, figures?.spentUsd ?? '-', ...words].join(', '));
    },
    isLeader: () => state.leads,
    hasSynced: () => true,
    clock,
    random: () => 0.5,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
  });
  onTestFinished(() => spend.stop());
  const hear = (entries: readonly Partial<ObjectSpend>[], more: Partial<SpendReport> = {}) => {
    const at = new Date(clock.now()).toISOString();
    reports.set('budget-0', { spend: spendReport(entries, { at, ...more }) });
    spend.noticed();
  };
  const silence = () => {
    reports.clear();
  };
  return { clock, hear, objects, put, said, silence, spend, state };
}

const WITHIN = 'NearLimit False WithinLimit, Exceeded False WithinLimit';
const NEAR = 'NearLimit True NearLimit, Exceeded False WithinLimit';
const SPENT = 'NearLimit True NearLimit, Exceeded True LimitExceeded';

describe('what is reported of spend', () => {
  it('is written at once where it is new, and where a limit is near or reached', async () => {
    const { clock, hear, put, said } = operator();
    put('Budget', 'b');
    hear([{}]);
    await clock.advance(0);
    expect(said.splice(0)).toEqual([`Budget/b, 1, ${WITHIN}`]);
    hear([{ spent: usd(8), status: 'warning' }]);
    await clock.advance(1_000);
    expect(said.splice(0)).toEqual([`Budget/b, 8, ${NEAR}`]);
    hear([{ spent: usd(10), status: 'exceeded' }]);
    await clock.advance(1_000);
    expect(said.splice(0)).toEqual([`Budget/b, 10, ${SPENT}`]);
    hear([{ spent: usd(10), limit: usd(20) }]);
    await clock.advance(1_000);
    expect(said).toEqual([`Budget/b, 10, ${WITHIN}`]);
  });

  it('is written at once where requests are refused, whatever is spent', async () => {
    const { clock, hear, put, said } = operator();
    put('Budget', 'b');
    hear([{}]);
    await clock.advance(0);
    hear([{ room: usd(9) }]);
    await clock.advance(1_000);
    hear([{ room: usd(9), reserved: usd(8), status: 'exceeded' }]);
    await clock.advance(1_000);
    const near = 'NearLimit False WithinLimit';
    expect(said).toEqual([
      `Budget/b, 1, ${WITHIN}`,
      `Budget/b, 1, ${near}, Exceeded False RequestsRefused`,
      'Budget/b, 1, NearLimit True NearLimit, Exceeded True NoRoom',
    ]);
  });

  it('is written every 10 s where a hundredth of the limit moved, and every minute where less did', async () => {
    const { clock, hear, put, said } = operator();
    put('Budget', 'b');
    hear([{}]);
    await clock.advance(0);
    for (let second = 1; second <= 30; second += 1) {
      hear([{ spent: usd(1 + second / 10) }]);
      await clock.advance(1_000);
    }
    expect(said.map((line) => line.split(', ')[1])).toEqual(['1', '2', '3', '4']);
    said.splice(0);
    for (let second = 1; second <= 60; second += 1) {
      hear([{ spent: usd(4 + second / 1e6) }]);
      await clock.advance(1_000);
    }
    expect(said).toHaveLength(1);
  });

  it('of an object that is not listed is nothing, and of one of its name from before, too', async () => {
    const { clock, hear, objects, put, said } = operator();
    put('Budget', 'b', { spec: { monthlyLimit: 5 } });
    put('APIKey', 'k');
    put('APIKey', 'idle');
    hear([{ uid: 'another' }, { kind: 'APIKey', name: 'k', uid: 'APIKey-k', limit: null }]);
    await clock.advance(0);
    expect(said.splice(0)).toEqual([`Budget/b, 0, ${WITHIN}`, 'APIKey/k, 1']);
    expect(objects.get('Budget/b')!['status']).toMatchObject({
      spend: { limitUsd: '5', spentUsd: '0', leftUsd: '5', usedPercent: '0' },
    });
    hear([]);
    await clock.advance(20_000);
    expect(said).toEqual(['APIKey/k, 0']);
  });

  it('is never written much at once, and what people look at first comes first', async () => {
    const { clock, hear, put, said } = operator();
    const keys = Array.from({ length: 200 }, (_, index) => `k${index}`);
    for (const name of keys) put('APIKey', name);
    put('Team', 't');
    put('Budget', 'b');
    const all = [
      ...keys.map((name) => ({ kind: 'APIKey' as const, name, uid: `APIKey-${name}` })),
      { kind: 'Team' as const, name: 't', uid: 'Team-t' },
      {},
    ];
    hear(all);
    await clock.advance(0);
    expect(said).toHaveLength(50);
    expect(said.slice(0, 3)).toEqual([`Budget/b, 1, ${WITHIN}`, 'Team/t, 1', 'APIKey/k0, 1']);
    await clock.advance(4_000);
    expect(said).toHaveLength(202);
    await clock.advance(20_000);
    expect(said).toHaveLength(202);
    hear(all.map((one) => ({ ...one, spent: usd(2) })));
    let before = said.length;
    for (let second = 0; second < 25; second += 1) {
      await clock.advance(1_000);
      expect(said.length - before).toBeLessThanOrEqual(20);
      before = said.length;
    }
    expect(said).toHaveLength(404);
  });

  it('is not known where nothing was reported for two minutes, and the figures stay', async () => {
    const { clock, hear, objects, put, said, silence } = operator();
    put('Budget', 'b');
    hear([{}]);
    await clock.advance(0);
    silence();
    said.splice(0);
    await clock.advance(110_000);
    expect(said).toEqual([]);
    await clock.advance(20_000);
    const unknown = 'NearLimit Unknown NotReported, Exceeded Unknown NotReported';
    expect(said).toEqual([`Budget/b, 1, ${unknown}`]);
    expect(objects.get('Budget/b')!['status']).toMatchObject({ spend: { spentUsd: '1' } });
  });

  it('is not known where nobody adds it up, where costs are off, and of a budget that is not in force', async () => {
    const { clock, hear, put, said, state, spend } = operator();
    state.isInstalled = false;
    put('Budget', 'b', { spec: { limitUsd: '0.5', window: '1h' } });
    put('Budget', 'new', { status: {} });
    spend.objectChanged('Budget');
    await clock.advance(0);
    const unknown = (reason: string) => `NearLimit Unknown ${reason}, Exceeded Unknown ${reason}`;
    expect(said.splice(0)).toEqual([`Budget/b, -, ${unknown('NotInstalled')}`]);
    state.isInstalled = true;
    state.isTracking = false;
    hear([]);
    await clock.advance(1_000);
    expect(said.splice(0)).toEqual([`Budget/b, -, ${unknown('NotTracked')}`]);
    state.isTracking = true;
    const conditions = [{ ...ENFORCED, status: 'False', reason: 'NotEnforced' }];
    put('Budget', 'b', { status: { conditions } });
    hear([]);
    await clock.advance(1_000);
    expect(said).toEqual([`Budget/b, -, ${unknown('NotInForce')}`]);
  });

  it('says of the delivery whether gateways are behind, and does not waver', async () => {
    const { clock, hear, put, said } = operator();
    put('ControlPlane', 'default');
    for (const lag of [0, 59, 61, 40, 29]) {
      hear([], { lag_seconds: lag });
      await clock.advance(1_000);
    }
    expect(said).toEqual([
      'ControlPlane/default, -, UsageDelivered True Delivered',
      'ControlPlane/default, -, UsageDelivered False DeliveryBehind',
      'ControlPlane/default, -, UsageDelivered True Delivered',
    ]);
  });

  it('says of the delivery what gateways say while the budget service says nothing', async () => {
    const { clock, hear, put, said, silence, state } = operator();
    put('ControlPlane', 'default');
    hear([]);
    await clock.advance(0);
    silence();
    state.gatewayLags = [3, 61];
    await clock.advance(200_000);
    expect(said).toEqual([
      'ControlPlane/default, -, UsageDelivered True Delivered',
      'ControlPlane/default, -, UsageDelivered False DeliveryBehind',
    ]);
  });

  it('of limits that do not fit below another is a remark beside the rest', async () => {
    const { clock, hear, put, said, state } = operator();
    put('Budget', 'b');
    state.over = new Map([['Budget-b', 'too much']]);
    hear([{}]);
    await clock.advance(0);
    expect(said).toEqual([`Budget/b, 1, ${WITHIN}, Overcommitted True LimitsExceed`]);
  });

  it('is left as it is by a new leader that has heard nothing, and by one that does not lead', async () => {
    const { clock, hear, put, said, silence, spend, state } = operator();
    put('Budget', 'b');
    hear([{ spent: usd(10), status: 'exceeded' }]);
    await clock.advance(0);
    said.splice(0);
    silence();
    spend.leaderChanged();
    await clock.advance(100_000);
    expect(said).toEqual([]);
    expect(spend.of({ uid: 'Budget-b' })).toBeUndefined();
    state.leads = false;
    hear([{ spent: usd(1) }]);
    await clock.advance(100_000);
    expect(said).toEqual([]);
  });
});
