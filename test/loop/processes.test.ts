import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { kubeconfigFor } from '@aicp/local/kubernetes/kubeconfig';
import { startKubernetesApi } from '@aicp/local/kubernetes/start-kubernetes-api';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { EmbeddedServer } from './embedded-server.ts';
import { measureLatency, loopCases } from './loop-cases.ts';
import { LoopCluster } from './loop-cluster.ts';

const MAIN = join(import.meta.dirname, '../../operator/src/main.ts');
const TOKEN = 'a-token-of-the-process-test';
/** Of `make prove`, on a machine of its own. */
const IN_FULL = process.env['AICP_EXACT_TIMES'] === '1';
const OBJECTS = IN_FULL ? 1_000 : 200;
/** On a machine that is busy with other things. */
const PATIENCE_MS = 60_000;

interface OperatorProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Events in its log, in order. */
  readonly events: string[];
}

async function machine({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const folder = await mkdtemp(join(tmpdir(), 'aicp-processes-'));
  const api = await startKubernetesApi({
    dataDirectory: join(folder, 'kubernetes'),
    host: '127.0.0.1',
    port: 0,
    log: recordingLog().log,
    clock: systemClock,
    tokens: new Map([[TOKEN, 'admin']]),
  });
  const namespace = 'default';
  const kubeconfig = kubeconfigFor({ url: api.url, ca: api.ca, token: TOKEN, namespace });
  await writeFile(join(folder, 'kubeconfig'), kubeconfig);
  await writeFile(join(folder, 'tokens.json'), '{"gateway-token":"gateway"}');
  const connect = (): PooledKubeConfig => {
    const config = new PooledKubeConfig();
    config.loadFromString(kubeconfig);
    return config;
  };
  const cluster = new LoopCluster({ namespace, connect });
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await cluster.stop();
    await api.close();
    await rm(folder, { recursive: true });
  });

  /** Starts an operator as a process; resolves when it listens. */
  async function operator(identity: string): Promise<OperatorProcess> {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        AICP_NAMESPACE: namespace,
        AICP_IDENTITY: identity,
        KUBECONFIG: join(folder, 'kubeconfig'),
        AICP_SNAPSHOT_HOST: '127.0.0.1',
        AICP_SNAPSHOT_PORT: '0',
        AICP_SNAPSHOT_TOKENS_FILE: join(folder, 'tokens.json'),
        AICP_METRICS_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const events: string[] = [];
    let port = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter((one) => one.startsWith('{'))) {
        const entry = JSON.parse(line) as { event: string; port?: number; leader?: string };
        events.push(entry.leader ? `${entry.event} ${entry.leader}` : entry.event);
        if (entry.event === 'operator_started') port = entry.port ?? 0;
      }
    });
    await until(`${identity} started`, () => port > 0, PATIENCE_MS);
    return { child, events, url: `http://127.0.0.1:${port}` };
  }
  return { cluster, operator };
}

// Together: both wait, one of them for a lease to run out.
describe.concurrent('operators as processes', () => {
  it('hand over when the leader stands still, and it writes nothing when it wakes', async (context) => {
    const { cluster, operator } = await machine(context);
    const first = await operator('operator-0');
    await until('it leads', () => first.events.includes('leader_changed operator-0'), PATIENCE_MS);
    const second = await operator('operator-1');
    const replica = await cluster.replica('gateway-0', () => second.url);
    await cluster.put('Provider', 'sim', { type: 'simulated' });
    await cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', tier: 'one' });
    await cluster.until(['Model', 'fast', 'Ready'], 'True');

    first.child.kill('SIGSTOP');
    await cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', tier: 'two' });
    await until(
      'the second one took over',
      () => second.events.includes('leader_changed operator-1'),
      PATIENCE_MS,
    );
    await cluster.until(['Model', 'fast', 'Ready'], 'True');
    const committed = await cluster.index();
    first.child.kill('SIGCONT');
    await until(
      'the first one knows',
      () => first.events.includes('leader_changed operator-1'),
      PATIENCE_MS,
    );
    await cluster.put('Model', 'more', { modelId: 'more', provider: 'sim' });
    await cluster.until(['Model', 'more', 'Ready'], 'True');
    expect((await cluster.index())?.term).toBe(committed?.term);
    expect(replica.history.map(({ manifest }) => manifest.revision)).toEqual(
      replica.history.map(({ manifest }) => manifest.revision).toSorted((a, b) => a - b),
    );
  });

  it('end by themselves at a signal, and give the lead up at once', async (context) => {
    const { cluster, operator } = await machine(context);
    const first = await operator('operator-0');
    await until('it leads', () => first.events.includes('leader_changed operator-0'), PATIENCE_MS);
    const second = await operator('operator-1');
    await cluster.replica('gateway-0', () => second.url);
    first.child.kill('SIGTERM');
    const [code] = (await once(first.child, 'exit')) as [number];
    expect(code).toBe(0);
    await until(
      'the second one leads',
      () => second.events.includes('leader_changed operator-1'),
      PATIENCE_MS,
    );
    await cluster.put('Provider', 'sim', { type: 'simulated' });
    await cluster.until(['Provider', 'sim', 'Ready'], 'True');
    second.child.kill('SIGINT');
    expect(((await once(second.child, 'exit')) as [number])[0]).toBe(0);
    expect(second.events.at(-1)).toBe('operator_stopped');
  });
});

it('an operator process says what its environment lacks', async () => {
  const child = spawn(process.execPath, [MAIN], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(text).toContain('AICP_NAMESPACE');
});

describe('embedded', () => {
  let server: EmbeddedServer;

  beforeAll(async () => {
    server = await EmbeddedServer.start();
  });

  afterAll(() => server.stop());

  loopCases({ server: () => server.namespace(), restart: () => server.restart() });

  it(`brings a change to the last of three replicas within a second among ${OBJECTS} objects`, async () => {
    const { p99Ms } = await measureLatency(await server.namespace(), {
      objects: OBJECTS,
      changes: OBJECTS / 10,
      replicas: 3,
    });
    expect(p99Ms).toBeLessThan(IN_FULL ? 1_000 : 10_000);
  }, 300_000);
});
