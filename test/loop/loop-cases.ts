import { EVENTS } from '@aicp/common/kubernetes/objects';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { metricValue } from '@aicp/common/kubernetes/testing/quiet';
import type { FakeReplica } from '@aicp/operator/testing/fake-replica';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LoopCluster, type LoopOperator, type LoopServer } from './loop-cluster.ts';

export interface LoopCasesOptions {
  /** A namespace of its own at each call. */
  readonly server: () => Promise<LoopServer>;
  /** Kills the API server and starts it again. */
  readonly restart?: () => Promise<void>;
}

const FAST = { leaseMs: 2_000, leaseRetryMs: 200, upkeepMs: 1_000 };

const ids = (replica: FakeReplica) =>
  replica
    .fragments('models')
    .map((model) => String(model['id']))
    .sort();

/** The whole loop on an API server: from what a person writes to what replicas run and objects say. */
export function loopCases({ server, restart }: LoopCasesOptions): void {
  async function cluster(): Promise<LoopCluster> {
    const made = new LoopCluster(await server());
    onTestFinished(() => made.stop());
    return made;
  }

  async function running() {
    const made = await cluster();
    const operator = await made.operator('operator-0', FAST);
    const replica = await made.replica('gateway-0', () => operator.url);
    await made.put('Provider', 'sim', { type: 'simulated' });
    await made.put('Model', 'fast', { modelId: 'fast', provider: 'sim' });
    await made.until(['Model', 'fast', 'Ready'], 'True');
    return { cluster: made, operator, replica };
  }

  const leads = (operator: LoopOperator) => metricValue(operator.registry, 'aicp_operator_leader');

  describe('the loop', () => {
    it('makes objects of every kind ready, and says so in Events', async () => {
      const { cluster: made, operator, replica } = await running();
      await made.put('RoutingPolicy', 'p', { action: 'permit', targetModels: ['fast'] });
      await made.put('APIKey', 'k', { keyHash: 'a'.repeat(64) });
      const ready = [
        await made.until(['RoutingPolicy', 'p', 'Ready'], 'True'),
        await made.until(['APIKey', 'k', 'Ready'], 'True'),
        await made.until(['ControlPlane', 'default', 'Ready'], 'True'),
      ];
      expect(Math.max(...ready)).toBeLessThan(2_000);
      expect(replica.fragments('policies')).toMatchObject([{ id: 'p', targets: ['fast'] }]);
      const about = async () => {
        const { items } = await made.api.list(EVENTS, { namespace: made.namespace });
        return items.map((event) => (event['involvedObject'] as { name: string }).name);
      };
      await until('an Event on each', async () => {
        const names = await about();
        return ['fast', 'p', 'k', 'default'].every((name) => names.includes(name));
      });
      expect(operator.complaints()).toEqual([]);
    });

    it('says what each policy does, and on which fields nobody acts', async () => {
      const { cluster: made } = await running();
      const fallback = { model: 'fast', fallbacks: ['slow'] };
      await made.put('Model', 'slow', { modelId: 'slow', provider: 'sim' });
      await made.put('RoutingPolicy', 'backup', { policyType: 'fallback', config: fallback });
      await made.put('RoutingPolicy', 'rule', { action: 'deny', condition: 'team == a' });
      await made.put('Team', 'ml', { metadata: { floor: '3' } });
      const status = async (kind: string, name: string) =>
        (await made.object(kind, name))?.['status'];
      await made.until(['RoutingPolicy', 'backup', 'Ready'], 'True');
      await made.until(['RoutingPolicy', 'backup', 'Enforced'], 'True Enforced');
      expect(await status('RoutingPolicy', 'backup')).toMatchObject({
        summary: 'fallback fast → slow',
      });
      await made.until(['RoutingPolicy', 'rule', 'Enforced'], 'True Enforced');
      const words = { summary: 'deny any model', when: 'team == a' };
      expect(await status('RoutingPolicy', 'rule')).toMatchObject(words);
      await made.put('RoutingPolicy', 'rule', { action: 'deny' });
      await made.until(['RoutingPolicy', 'rule', 'Ready'], 'True');
      expect(await status('RoutingPolicy', 'rule')).not.toHaveProperty('when');
      await made.until(['Team', 'ml', 'Ready'], 'True');
      await made.until(['Team', 'ml', 'Enforced'], 'not acted on by this version: spec.metadata');
      await made.put('Team', 'ml', {});
      await made.until(['Team', 'ml', 'Enforced'], 'True Enforced');
    });

    it('tells wrong objects what to do, and keeps serving the rest', async () => {
      const { cluster: made, replica } = await running();
      await made.put('Model', 'lost', { modelId: 'lost', provider: 'nowhere' });
      await made.put('Model', 'twin', { modelId: 'fast', provider: 'sim' });
      await made.put('RoutingPolicy', 'bad', { action: 'deny', condition: 'team ==' });
      const secretRef = { name: 'none', key: 'k' };
      await made.put('Provider', 'keyless', { type: 'openai', secretRef });
      await made.until(
        ['Model', 'lost', 'Accepted'],
        'False ReferenceNotFound: provider "nowhere"',
      );
      await made.until(['Model', 'twin', 'Stalled'], 'True Conflicted');
      await made.until(['RoutingPolicy', 'bad', 'Accepted'], 'False ConditionInvalid');
      await made.until(['Provider', 'keyless', 'Accepted'], 'False SecretNotFound: Secret "none"');
      expect(await made.condition('Model', 'fast', 'Ready')).toContain('True');
      expect(ids(replica)).toEqual(['fast']);
    });

    it('brings a credential to the replicas, and takes it away', async () => {
      const { cluster: made, replica } = await running();
      await made.secret('vendor', { k: 'one' });
      const secretRef = { name: 'vendor', key: 'k' };
      await made.put('Provider', 'openai', { type: 'openai', secretRef });
      const values = () => replica.fragments('credentials').map((one) => one['apiKey']);
      await until('the first', () => values()[0] === 'one');
      await made.secret('vendor', { k: 'two' });
      await until('the second', () => values()[0] === 'two');
      await made.removeSecret('vendor');
      await until('none', () => values().length === 0);
    });

    it('has a second operator that takes over when the first one stops', async () => {
      const made = await cluster();
      const first = await made.operator('operator-0', FAST);
      await until('the first one leads', async () => (await leads(first)) === 1);
      const second = await made.operator('operator-1', FAST);
      let { url } = first;
      const moving = await made.replica('gateway-0', () => url);
      const fixed = await made.replica('gateway-1', () => second.url);
      await made.put('Provider', 'sim', { type: 'simulated' });
      await made.until(['Provider', 'sim', 'Programmed'], '2 of 2 gateway replicas');
      url = second.url;
      await first.stop();
      await made.put('Model', 'fast', { modelId: 'fast', provider: 'sim' });
      expect(await made.until(['Model', 'fast', 'Ready'], 'True')).toBeLessThan(5_000);
      expect([ids(moving), ids(fixed)]).toEqual([['fast'], ['fast']]);
    });

    it.runIf(restart)('goes on when the API server was killed and came back', async () => {
      const { cluster: made, replica } = await running();
      const before = replica.applied?.manifest;
      await restart?.();
      expect(replica.applied?.manifest).toEqual(before);
      await made.put('Model', 'after', { modelId: 'after', provider: 'sim' });
      expect(await made.until(['Model', 'after', 'Ready'], 'True')).toBeLessThan(10_000);
      expect(ids(replica)).toEqual(['after', 'fast']);
    });
  });
}

export interface Latency {
  readonly objects: number;
  readonly changes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Time from the answer to a write until the last of `replicas` runs it, over `changes` writes among `objects` objects. */
export async function measureLatency(
  server: LoopServer,
  options: { objects: number; changes: number; replicas: number },
): Promise<Latency> {
  const cluster = new LoopCluster(server);
  try {
    const operator = await cluster.operator('operator-0');
    const names = Array.from({ length: options.replicas }, (_, n) => `gateway-${n}`);
    const replicas = await Promise.all(
      names.map((name) => cluster.replica(name, () => operator.url)),
    );
    await cluster.writeReplicas();
    await fill(cluster, options.objects);
    const times: number[] = [];
    for (let change = 0; change < options.changes; change += 1) {
      const tier = `t${change}`;
      const began = performance.now();
      await cluster.put('Model', 'm0', { modelId: 'm0', provider: 'sim', tier });
      await Promise.all(replicas.map((replica) => untilItRuns(replica, tier)));
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.ceil(times.length * share) - 1] ?? 0;
    const { objects, changes } = options;
    return { objects, changes, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
  } finally {
    await cluster.stop();
  }
}

async function fill(cluster: LoopCluster, objects: number): Promise<void> {
  await cluster.put('Provider', 'sim', { type: 'simulated' });
  const spec = (n: number): readonly [kind: string, name: string, spec: object] => {
    if (n % 2 === 0) return ['Model', `m${n}`, { modelId: `m${n}`, provider: 'sim' }];
    const condition = `team == t${n}`;
    return ['RoutingPolicy', `p${n}`, { action: 'permit', condition, targetModels: ['m0'] }];
  };
  for (let from = 0; from < objects; from += 20) {
    const batch = Array.from({ length: Math.min(20, objects - from) }, (_, n) => spec(from + n));
    await Promise.all(batch.map((one) => cluster.put(...one)));
  }
  const last = spec(objects - 1);
  await cluster.until([last[0], last[1], 'Ready'], 'True', 60_000);
}

async function untilItRuns(replica: FakeReplica, tier: string): Promise<void> {
  while (!replica.applied?.contents['models']?.includes(`"${tier}"`)) await turn();
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
