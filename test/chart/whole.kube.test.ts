import { writeFile } from 'node:fs/promises';
import { AdminClient } from '../admin/clients.ts';
import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import type { ApiObject } from '../kubernetes/control-plane/api-client.ts';
import { startControlPlane, type ControlPlane } from '../kubernetes/control-plane/control-plane.ts';
import { freePorts } from '@aicp/common/http/testing/free-ports';
import { restrictedKubeconfig } from '../kubernetes/control-plane/restricted-kubeconfig.ts';
import type { TestProcess } from '../kubernetes/control-plane/test-process.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { writeEndpointSlice, createPod } from '../kubernetes/installation/pod-objects.ts';
import { installCrds } from '../kubernetes/shared/shared-cluster.ts';
import { Helm } from './helm.ts';
import { manifestNamed, manifestsOf, podOf, type Manifest, type PodSpec } from './manifests.ts';
import { ProcessPod, type ServicePod } from './process-pod.ts';

const NAMESPACE = 'aicp';

/**
 * The chart's own environment, arguments, rights and TLS, with processes for containers: two operators, the admin, budget and cost services on databases of
 * their own, and a gateway that hears from the operator that does not lead.
 */
describe('what the chart starts, with everything as the chart says', () => {
  let plane: ControlPlane;
  let kubectl: Kubectl;
  let manifests: readonly Manifest[];
  let rendered: string;
  let operatorKubeconfig: string;
  const running: TestProcess[] = [];
  const pods = new Map<string, ReturnType<typeof createPod>>();
  let [gatewayPort, adminPort, budgetPort, costPort] = [0, 0, 0, 0];

  const podNamed = (id: string): PodSpec => podOf(manifestNamed(manifests, id))!;
  const processPod = (name: string): ProcessPod =>
    new ProcessPod({ name, namespace: NAMESPACE, folder: plane.folder, reaper: plane.reaper });
  const isReady = async (url: string) =>
    await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );

  /** A kubeconfig of a ServiceAccount that may do what the chart grants it. */
  const kubeconfigOf = async (serviceAccount: string): Promise<string> => {
    const { admin, folder } = plane;
    const options = { admin, folder, namespace: NAMESPACE, yaml: rendered, serviceAccount };
    return (await restrictedKubeconfig(options)).kubeconfigPath;
  };

  /** What kubelet would give the pod: a token of its ServiceAccount. */
  async function writeToken(
    pod: ProcessPod,
    token: { serviceAccount: string; audience: string; path: string },
  ): Promise<void> {
    const { serviceAccount, audience, path } = token;
    const { name } = pod;
    const made =
      pods.get(name) ?? createPod(plane.client, { namespace: NAMESPACE, name, serviceAccount });
    pods.set(name, made);
    const bound = await made;
    const text = await plane.serviceAccountToken(NAMESPACE, serviceAccount, {
      audience,
      pod: bound,
    });
    await writeFile(pod.path(path), text);
  }

  /** What a pod needs that takes snapshots: its token, and the CA that the operators' certificates are of. */
  async function mountForSnapshots(pod: ProcessPod, serviceAccount: string): Promise<void> {
    const path = '/var/run/secrets/aicp/token';
    await writeToken(pod, { serviceAccount, audience: 'aicp-config', path });
    const secret = await plane.client.ok<ApiObject & { data: Record<string, string> }>(
      'GET',
      `/api/v1/namespaces/${NAMESPACE}/secrets/aicp-operator-tls`,
    );
    const ca = Buffer.from(secret.data['ca.crt'] ?? '', 'base64');
    await writeFile(pod.path('/var/run/aicp/operator-ca/ca.crt'), ca);
  }

  async function startOperator(name: string): Promise<number> {
    const [port, healthPort] = await freePorts(2);
    const { initContainers, containers } = podNamed('Deployment/aicp-operator');
    const pod = processPod(name);
    for (const container of initContainers ?? [])
      await pod.run(container, { KUBECONFIG: operatorKubeconfig });
    const path = '/var/run/secrets/aicp-audit/token';
    await writeToken(pod, { serviceAccount: 'aicp-operator', audience: 'aicp-audit', path });
    const overrides = {
      KUBECONFIG: operatorKubeconfig,
      AICP_SNAPSHOT_PORT: String(port),
      AICP_METRICS_PORT: String(healthPort),
      AICP_AUDIT_URL: `http://127.0.0.1:${adminPort}`,
    };
    running.push(pod.start(containers[0]!, overrides));
    await until(() => isReady(`http://127.0.0.1:${healthPort}/readyz`), {
      what: `${name} is ready`,
    });
    return port!;
  }

  /** A service that takes snapshots from the operator at a port; resolves once it is ready. */
  async function startService(
    name: string,
    { id, port, ready, more = {} }: ServicePod,
    operatorPort: number,
  ): Promise<void> {
    const [metricsPort] = await freePorts(1);
    const pod = processPod(name);
    const container = podNamed(id).containers[0]!;
    await mountForSnapshots(pod, `aicp-${container.name}`);
    if (container.name === 'gateway') {
      const path = '/var/run/secrets/aicp-budget/token';
      await writeToken(pod, { serviceAccount: 'aicp-gateway', audience: 'aicp-budget', path });
    }
    const overrides = {
      AICP_OPERATOR_URL: `https://localhost:${operatorPort}`,
      AICP_PORT: String(port),
      AICP_METRICS_PORT: String(metricsPort),
      ...more,
    };
    running.push(pod.start(container, overrides));
    const url = `http://127.0.0.1:${port}${ready}`;
    await until(() => isReady(url), { what: `${name} is ready`, timeoutMs: 60_000 });
    await writeEndpointSlice(plane.client, {
      namespace: NAMESPACE,
      service: `aicp-${container.name}`,
      snapshotService: container.name,
      port,
      endpoints: [{ pod: name, ready: true }],
    });
  }

  const adminKey = async (): Promise<string> => {
    const path = ['secret', 'aicp-admin-key', '-o', 'jsonpath={.data.key}'];
    return Buffer.from(await kubectl.say('get', ...path), 'base64').toString();
  };

  const leader = async (): Promise<string> => {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${NAMESPACE}/leases/aicp-operator`;
    const lease = await plane.client.ok<ApiObject & { spec: { holderIdentity: string } }>(
      'GET',
      path,
    );
    return lease.spec.holderIdentity;
  };

  beforeAll(async () => {
    plane = await startControlPlane({ install: installCrds });
    await plane.client.ok('POST', '/api/v1/namespaces', {
      body: { metadata: { name: NAMESPACE } },
    });
    const helm = new Helm((await binaries(['helm'])).helm);
    // Here the operators are called by this name; in a cluster by that of their Service.
    const set = { 'crds.enabled': false, 'operator.tls.dnsNames': ['localhost'] };
    rendered = await helm.template({ namespace: NAMESPACE, set });
    manifests = manifestsOf(rendered);
    operatorKubeconfig = await kubeconfigOf('aicp-operator');
    [gatewayPort = 0, adminPort = 0, budgetPort = 0, costPort = 0] = await freePorts(4);
    kubectl = await Kubectl.open(plane.adminKubeconfigPath, NAMESPACE);

    const first = await startOperator('aicp-operator-a');
    // In a cluster nobody waits for anybody: an operator says it where the audit log stays away for long.
    const own = async (serviceAccount: string) => ({
      KUBECONFIG: await kubeconfigOf(serviceAccount),
    });
    const admin = { id: 'StatefulSet/aicp-admin', port: adminPort, ready: '/ready' };
    const [second] = await Promise.all([
      startOperator('aicp-operator-b'),
      startService('aicp-admin-0', { ...admin, more: await own('aicp-admin') }, first),
    ]);
    const follower = (await leader()) === 'aicp-operator-a' ? second : first;
    const budget = { id: 'StatefulSet/aicp-budget', port: budgetPort, ready: '/ready' };
    await startService('aicp-budget-0', { ...budget, more: await own('aicp-budget') }, follower);
    const cost = { id: 'Deployment/aicp-cost', port: costPort, ready: '/ready' };
    await startService('aicp-cost-a', cost, first);
    const more = { AICP_BUDGET_URL: `http://127.0.0.1:${budgetPort}` };
    const ready = '/health/readiness';
    const gateway = { id: 'StatefulSet/aicp-gateway', port: gatewayPort, ready, more };
    await startService('aicp-gateway-0', gateway, follower);
  });

  afterAll(async () => {
    await Promise.all(running.map((child) => child.terminate()));
    await kubectl.close();
    await plane.stop();
  });

  const declare = async (file: string, ...objects: readonly object[]): Promise<void> => {
    const all = objects.map((object) => ({ apiVersion: 'aicp.dev/v1alpha1', ...object }));
    await kubectl.say('apply', '-f', await kubectl.file(file, ...all));
  };

  const model = (name: string, spec: object = {}): object => ({
    kind: 'Model',
    metadata: { name },
    spec: { modelId: name, provider: 'simulated', ...spec },
  });

  const ask = async (name: string): Promise<Response> =>
    await fetch(`http://127.0.0.1:${gatewayPort}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await adminKey()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: name, messages: [{ role: 'user', content: 'Hello' }] }),
    });

  it('serves the request of the notes with the key of the notes', async () => {
    const metadata = { name: 'simulated' };
    const provider = { kind: 'Provider', metadata, spec: { type: 'simulated' } };
    await declare('first', provider, model('sim-small'));
    // The gateway's acks reach the leader through the other operator, by TLS.
    await kubectl.say('wait', '--for=condition=Ready', '--timeout=20s', 'model/sim-small');
    const answer = await ask('sim-small');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ model: 'sim-small' });
  });

  it('says in the status of a budget what its gateway delivered', async () => {
    const spec = { entityType: 'model', entityId: 'priced', monthlyLimit: 1 };
    const prices = { inputPricePerMillion: 0, outputPricePerMillion: 1_000 };
    const budget = { kind: 'Budget', metadata: { name: 'of-priced' }, spec };
    await declare('second', model('priced', prices), budget);
    const names = ['model/priced', 'budget/of-priced'];
    await kubectl.say('wait', '--for=condition=Ready', '--timeout=20s', ...names);
    const { usage } = (await (await ask('priced')).json()) as {
      usage: { completion_tokens: number };
    };
    const spent = async () =>
      (
        await kubectl.say('get', 'budget', 'of-priced', '-o', 'jsonpath={.status.spend.spentUsd}')
      ).trim();
    await until(async () => Number(await spent()) === usage.completion_tokens / 1_000, {
      what: 'the budget says what the request cost',
      timeoutMs: 15_000,
    });
  });

  it.each([
    ['gateway', 'StatefulSet/aicp-gateway'],
    ['admin service', 'StatefulSet/aicp-admin'],
  ])('keeps the boot copies that the pod of the %s mounts', async (_, id) => {
    const { volumes } = podNamed(id);
    const boot = volumes!.find(({ name }) => name === 'boot') as unknown as {
      projected: { sources: { secret: { name: string } }[] };
    };
    const [first] = boot.projected.sources;
    const path = `/api/v1/namespaces/${NAMESPACE}/secrets/${first!.secret.name}`;
    const copy = await until(
      async () => {
        const { status, body } = await plane.client.call('GET', path);
        return status === 200 ? (body as { data: object }) : undefined;
      },
      { what: 'the boot copy is written', timeoutMs: 45_000 },
    );
    expect(Object.keys(copy.data).toSorted()).toEqual(['meta', 'part']);
  });

  it('answers the admin API with that key, and tells there who changed what by hand', async () => {
    const admin = new AdminClient(`http://127.0.0.1:${adminPort}`);
    expect(await admin.login(await adminKey())).toBe(200);
    expect((await admin.post('/api/v1/teams', { name: 'Search' })).status).toBe(201);
    const team = {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: 'Team',
      metadata: { name: 'search' },
      spec: { displayName: 'Search!' },
    };
    const file = await kubectl.file('team', team);
    const flags = ['--server-side', '--force-conflicts', '--field-manager=on-call'];
    await kubectl.say('apply', ...flags, '-f', file);
    const path = '/api/v1/audit-logs?resource_type=team&resource_id=search';
    const entries = await until(
      async () => {
        const { body } =
          await admin.get<{ action: string; user_id: string; source: string }[]>(path);
        return body.length > 1 ? body.toReversed() : undefined;
      },
      { what: 'the audit log has both changes' },
    );
    expect(entries.map(({ action, user_id, source }) => [action, user_id, source])).toEqual([
      ['create', 'bootstrap-admin', 'api'],
      ['update', 'on-call', 'kubectl'],
    ]);
  });

  it('complains of nothing', () => {
    const complaints = running.flatMap((child) =>
      child
        .log()
        .split('\n')
        .filter((line) => /"level":"(warn|error)"/.test(line)),
    );
    expect(complaints).toEqual([]);
  });

  it('ends well when it is told to', async () => {
    const codes = await Promise.all(running.splice(0).map((child) => child.terminate()));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
