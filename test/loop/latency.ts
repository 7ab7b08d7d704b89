import type { FakeReplica } from '@aicp/operator/testing/fake-replica';
import { LoopCluster, type LoopServer } from './loop-cluster.ts';

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
