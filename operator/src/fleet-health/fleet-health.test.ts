import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { CountersReport, HealthReport } from '@aicp/contracts/poll/health-report';
import { describe, expect, it, onTestFinished } from 'vitest';
import { two, works } from '../testing/cluster.ts';
import { AT, counting, open, report, row, type Row } from '../testing/health-reports.ts';
import { FleetHealth, type HealthKind } from './fleet-health.ts';
import { statementIn } from './statement.ts';

function fleet(replicas: readonly string[] = ['g-0', 'g-1']) {
  const clock = new ManualClock();
  const objects = new Map<string, KubernetesObject>();
  const reports = new Map<string, { health?: HealthReport }>();
  const state = { leads: true };
  const said: string[] = [];
  const put = (kind: HealthKind, name: string, more: object = {}) =>
    objects.set(`${kind}/${name}`, { metadata: { name, uid: `${kind}-${name}` }, ...more });
  const health = new FleetHealth({
    gateways: () => ({ known: new Set(replicas), ready: new Set(replicas), reports }),
    objects: () =>
      [...objects.keys()].map((key) => {
        const [kind = '', name = ''] = key.split('/');
        return { kind: kind as HealthKind, name };
      }),
    object: (kind, name) => objects.get(`${kind}/${name}`),
    write: (kind, name) => {
      const { uid } = objects.get(`${kind}/${name}`)!.metadata;
      const statement = health.of({ kind, name, uid: uid! })!;
      const { status, reason, message } = statement;
      said.push(`${kind}/${name} ${status} ${reason}`);
      const type = 'Healthy';
      const conditions = [{ type, status, reason, message, lastTransitionTime: AT }];
      put(kind, name, { ...objects.get(`${kind}/${name}`), status: { conditions } });
    },
    isLeader: () => state.leads,
    hasSynced: () => true,
    clock,
    random: () => 0.5,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
  });
  onTestFinished(() => health.stop());
  const hear = (replica: string, rows: readonly Row[], models: HealthReport['models'] = []) => {
    reports.set(replica, { health: report(rows, models) });
    health.heard();
  };
  put('Provider', 'p');
  put('Model', 'm', { spec: { provider: 'p' } });
  return { clock, health, hear, objects, put, reports, said, state };
}

const m = (attempts: number, failures = 0) => ({ model: 'm', attempts, failures });

describe('the fleet', () => {
  it('is told of soon, and at most every 10 s, and not for other figures', async () => {
    const { clock, hear, said } = fleet();
    hear('g-0', [{}], [m(10)]);
    hear('g-1', []);
    await clock.advance(1_000);
    expect(said.splice(0)).toEqual(['Provider/p True Serving', 'Model/m True Serving']);
    hear('g-0', [open()], [m(10, 10)]);
    await clock.advance(8_000);
    expect(said).toEqual([]);
    await clock.advance(2_000);
    expect(said.splice(0)).toEqual(['Provider/p False Failing', 'Model/m False ProviderFailing']);
    for (let failures = 5; failures < 30; failures += 1) {
      hear('g-0', [open({ failures, attempts: failures * 2 + (failures % 3) })], [m(10, 10)]);
      await clock.advance(1_000);
    }
    expect(said).toEqual([]);
    hear('g-0', [{}], [m(10)]);
    await clock.advance(10_000);
    expect(said).toEqual(['Provider/p True Serving', 'Model/m True Serving']);
  });

  it('is what all ready replicas say: a new leader waits for them, and hears nobody else', async () => {
    const { clock, hear, said } = fleet();
    hear('g-0', [open()]);
    hear('stranger', [{}]);
    await clock.advance(20_000);
    expect(said).toEqual([]);
    hear('g-1', [{}]);
    await clock.advance(1_000);
    expect(said).toEqual(['Provider/p False Degraded']);
  });

  it('does not wait for ever for a replica that says nothing', async () => {
    const { clock, hear, said } = fleet();
    hear('g-0', [open()]);
    await clock.advance(35_000);
    expect(said).toEqual(['Provider/p False Failing']);
  });

  it('says of what is not asked any more that nothing is known, and then nothing', async () => {
    const { clock, hear, said } = fleet(['g-0']);
    hear('g-0', [{}], [m(1)]);
    await clock.advance(1_000);
    hear('g-0', []);
    await clock.advance(500_000);
    expect(said).toHaveLength(2);
    await clock.advance(150_000);
    expect(said.slice(2)).toEqual(['Provider/p Unknown NoTraffic', 'Model/m Unknown NoTraffic']);
    await clock.advance(3_600_000);
    expect(said).toHaveLength(4);
    expect(clock.sleeping).toBe(0);
  });

  it('takes back what an earlier leader said of an object that nobody asks, and repeats nothing', async () => {
    const { clock, health, hear, put, said } = fleet(['g-0']);
    const healthy = { type: 'Healthy', lastTransitionTime: AT };
    const good = {
      ...healthy,
      status: 'True',
      reason: 'Serving',
      message: 'requests are answered',
    };
    put('Provider', 'p', { status: { conditions: [good] } });
    const bad = { ...healthy, status: 'False', reason: 'Failing', message: 'all' };
    put('Model', 'old', { spec: { provider: 'q' }, status: { conditions: [bad] } });
    health.leaderChanged();
    hear('g-0', [{}]);
    await clock.advance(50_000);
    expect(said).toEqual([]);
    expect(health.of({ kind: 'Provider', name: 'p', uid: 'Provider-p' })).toBeUndefined();
    await clock.advance(60_000);
    expect(said).toEqual(['Model/old Unknown NoTraffic']);
  });

  it('is told by the leader alone, and of objects that there are', async () => {
    const { clock, health, hear, objects, said, state } = fleet(['g-0']);
    state.leads = false;
    hear('g-0', [{}]);
    await clock.advance(60_000);
    expect([said, clock.sleeping]).toEqual([[], 0]);
    state.leads = true;
    objects.delete('Provider/p');
    health.leaderChanged();
    hear('g-0', [{}], [m(1)]);
    await clock.advance(1_000);
    expect(said).toEqual(['Model/m True Serving']);
    objects.set('Model/m', { metadata: { name: 'm', uid: 'another' } });
    expect(health.of({ kind: 'Model', name: 'm', uid: 'another' })).toBeUndefined();
  });
});

describe('limits', () => {
  const limited = () => {
    const known = fleet();
    known.put('RateLimitPolicy', 'all', { spec: { scope: 'global' } });
    const { health, objects, reports } = known;
    const count = (replica: string, counters: CountersReport) => {
      reports.set(replica, { health: counting(counters) });
      health.heard();
    };
    const message = () =>
      statementIn(objects.get('RateLimitPolicy/all')!['status'])?.message.split(':')[0];
    return { ...known, count, message };
  };
  const refused = { mode: 'alone', reason: 'connection refused' } as const;

  it('say how gateways count, at most every 10 s, and that it is over', async () => {
    const { clock, count, message, said } = limited();
    count('g-0', { mode: 'shared' });
    count('g-1', { mode: 'shared' });
    await clock.advance(1_000);
    expect(said.splice(0)).toEqual(['RateLimitPolicy/all True Shared']);
    await clock.advance(60_000);
    count('g-0', refused);
    await clock.advance(1_000);
    expect(message()).toBe('1 of 2 gateways counts alone (connection refused)');
    count('g-1', refused);
    await clock.advance(9_000);
    expect(message()).toBe('1 of 2 gateways counts alone (connection refused)');
    await clock.advance(1_000);
    expect(message()).toBe('2 of 2 gateways count alone (connection refused)');
    count('g-0', { mode: 'shared' });
    count('g-1', { mode: 'shared', evicts: true });
    await clock.advance(10_000);
    count('g-1', { mode: 'shared', evicts: false });
    await clock.advance(10_000);
    expect(said.splice(0)).toEqual([
      'RateLimitPolicy/all False CountingAlone',
      'RateLimitPolicy/all False CountingAlone',
      'RateLimitPolicy/all False MayBeEvicted',
      'RateLimitPolicy/all True Shared',
    ]);
  });

  it('say nothing where nobody says how it counts, or one counts in memory; what was said is taken back', async () => {
    const { clock, count, hear, put, said } = limited();
    hear('g-0', []);
    count('g-1', { mode: 'memory' });
    await clock.advance(60_000);
    expect(said).toEqual([]);
    count('g-0', { mode: 'memory' });
    await clock.advance(1_000);
    put('RateLimitPolicy', 'later', { spec: { scope: 'global' } });
    await clock.advance(30_000);
    expect(said.splice(0)).toEqual([
      'RateLimitPolicy/all False CountingAlone',
      'RateLimitPolicy/later False CountingAlone',
    ]);
    hear('g-0', []);
    hear('g-1', []);
    await clock.advance(120_000);
    expect(said).toEqual([
      'RateLimitPolicy/all Unknown NotReported',
      'RateLimitPolicy/later Unknown NotReported',
    ]);
    expect(clock.sleeping).toBe(0);
  });
});

describe('an operator', () => {
  it('writes what replicas report to it and to its followers, and nothing of it into a snapshot', async () => {
    const { cluster, replicas } = await two();
    const [first, second] = replicas;
    first.health = report(
      [row({ provider: 'sim' })],
      [{ model: 'fast', attempts: 9, failures: 0 }],
    );
    second.health = report([open({ provider: 'sim' })]);
    await works(cluster, 'another', first, second);
    const revision = cluster.index()?.history[0]?.revision;
    await cluster.untilCondition('Provider', 'sim', 'Healthy', 'False Degraded: 1 of 2 gateways');
    await cluster.untilCondition('Model', 'fast', 'Healthy', 'True Serving');
    const { health, conditions } = cluster.get('Provider', 'sim')!['status'] as {
      health: unknown;
      conditions: readonly { type: string; status: string }[];
    };
    expect(health).toMatchObject([
      { replica: 'gateway-0', circuit: 'closed', attempts: 100, failures: 0, at: AT },
      { replica: 'gateway-1', circuit: 'open', attempts: 5, failures: 5, reason: 'timeout' },
    ]);
    expect(conditions.find(({ type }) => type === 'Ready')?.status).toBe('True');
    expect(cluster.conditions('Model', 'another')).not.toHaveProperty('Healthy');
    expect(cluster.index()?.history[0]?.revision).toBe(revision);
  });
});
