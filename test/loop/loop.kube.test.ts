import { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import {
  type ControlPlane,
  startControlPlane,
} from '@aicp/test/kubernetes/control-plane/control-plane';
import { restrictedKubeconfig } from '@aicp/test/kubernetes/control-plane/restricted-kubeconfig';
import { installCrds, newNamespace } from '@aicp/test/kubernetes/shared/shared-cluster';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { measureLatency, loopCases } from './loop-cases.ts';
import { LoopCluster, type LoopServer, operatorPermissions } from './loop-cluster.ts';

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane({ install: installCrds });
});

afterAll(async () => {
  await plane.stop();
});

function configOf(path: string): PooledKubeConfig {
  const config = new PooledKubeConfig();
  config.loadFromFile(path);
  return config;
}

/** A namespace of its own, in which the operator may do what the chart grants it and nothing else. */
async function server(): Promise<LoopServer> {
  const namespace = await newNamespace(plane.client);
  const { kubeconfigPath } = await restrictedKubeconfig({
    admin: plane.admin,
    yaml: operatorPermissions(namespace),
    namespace,
    serviceAccount: 'aicp-operator',
    folder: plane.folder,
  });
  return {
    namespace,
    connect: () => configOf(plane.adminKubeconfigPath),
    connectOperator: () => configOf(kubeconfigPath),
  };
}

loopCases({ server, restart: () => plane.restartApiServer() });

const FAST = { leaseMs: 2_000, leaseRetryMs: 200, upkeepMs: 1_000 };

async function running() {
  const cluster = new LoopCluster(await server());
  onTestFinished(() => cluster.stop());
  const operator = await cluster.operator('operator-0', FAST);
  const replica = await cluster.replica('gateway-0', () => operator.url);
  await cluster.put('Provider', 'sim', { type: 'simulated' });
  await cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim' });
  await cluster.until(['Model', 'fast', 'Ready'], 'True');
  const ids = () =>
    replica
      .fragments('models')
      .map((model) => String(model['id']))
      .sort();
  return { cluster, operator, replica, ids };
}

describe('an operator on a real API server', () => {
  it('survives one that stands still for longer than its lease', async () => {
    const { cluster, replica, ids } = await running();
    await plane.pauseApiServer();
    await new Promise((resolve) => {
      setTimeout(resolve, 4_000);
    });
    expect(replica.applied).toBeDefined();
    plane.resumeApiServer();
    await cluster.put('Model', 'after', { modelId: 'after', provider: 'sim' });
    expect(await cluster.until(['Model', 'after', 'Ready'], 'True')).toBeLessThan(10_000);
    expect(ids()).toEqual(['after', 'fast']);
  });

  it('follows an etcd that was restored to an older state, and so do the replicas', async () => {
    const { cluster, replica, ids } = await running();
    const snapshot = await plane.snapshotEtcd();
    for (const name of ['a', 'b', 'c']) {
      await cluster.put('Model', name, { modelId: name, provider: 'sim' });
      await cluster.until(['Model', name, 'Ready'], 'True');
    }
    const before = replica.applied?.manifest;
    await plane.restoreEtcd(snapshot);
    await cluster.put('Model', 'new', { modelId: 'new', provider: 'sim' });
    expect(await cluster.until(['Model', 'new', 'Ready'], 'True')).toBeLessThan(10_000);
    expect(ids()).toEqual(['fast', 'new']);
    expect(replica.applied?.manifest.epoch).toBeGreaterThan(before?.epoch ?? 0);
  });

  it('logs no warning and no error while nothing is wrong', async () => {
    const { cluster, operator } = await running();
    for (let n = 0; n < 20; n += 1) {
      await cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', weight: n + 1 });
    }
    await cluster.until(['Model', 'fast', 'Ready'], 'True');
    await until('it collects garbage', async () => {
      const index = await cluster.index();
      return (index?.history.length ?? 0) > 1;
    });
    expect(operator.complaints()).toEqual([]);
  });

  it('brings a change to the last of three replicas within a second among 1,000 objects', async () => {
    const { objects, changes, p50Ms, p99Ms } = await measureLatency(await server(), {
      objects: 1_000,
      changes: 30,
      replicas: 3,
    });
    const times = `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
    process.stdout.write(
      `\n${changes} changes among ${objects} objects, to the last replica: ${times}\n`,
    );
    expect(p99Ms).toBeLessThan(process.env['AICP_EXACT_TIMES'] === '1' ? 1_000 : 10_000);
  }, 300_000);
});
