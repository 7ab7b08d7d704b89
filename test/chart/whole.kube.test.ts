import { writeFile } from 'node:fs/promises';
import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import type { ApiObject } from '../kubernetes/control-plane/api-client.ts';
import { startControlPlane, type ControlPlane } from '../kubernetes/control-plane/control-plane.ts';
import { freePorts } from '../kubernetes/control-plane/ports.ts';
import { restrictedKubeconfig } from '../kubernetes/control-plane/restricted-kubeconfig.ts';
import type { TestProcess } from '../kubernetes/control-plane/test-process.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { writeEndpointSlice } from '../kubernetes/installation/endpoint-slice.ts';
import { createPod } from '../kubernetes/installation/pod.ts';
import { installCrds } from '../kubernetes/shared/shared-cluster.ts';
import { Helm } from './helm.ts';
import { manifestNamed, manifestsOf, podOf, type Manifest, type PodSpec } from './manifests.ts';
import { ProcessPod } from './process-pod.ts';

const NAMESPACE = 'aicp';

/**
 * The chart's own environment, arguments, rights and TLS, with processes for containers: two operators, and a gateway that hears from the
 * one that does not lead.
 */
describe('what the chart starts, with everything as the chart says', () => {
  let plane: ControlPlane;
  let kubectl: Kubectl;
  let manifests: Manifest[];
  let kubeconfig: string;
  const running: TestProcess[] = [];
  let gatewayPort = 0;

  const podNamed = (id: string): PodSpec => podOf(manifestNamed(manifests, id))!;
  const processPod = (name: string): ProcessPod =>
    new ProcessPod({ name, namespace: NAMESPACE, folder: plane.folder, reaper: plane.reaper });
  const isReady = async (url: string) =>
    await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );

  async function startOperator(name: string): Promise<number> {
    const [port, healthPort] = await freePorts(2);
    const { initContainers, containers } = podNamed('Deployment/aicp-operator');
    const pod = processPod(name);
    for (const container of initContainers ?? [])
      await pod.run(container, { KUBECONFIG: kubeconfig });
    const overrides = {
      KUBECONFIG: kubeconfig,
      AICP_SNAPSHOT_PORT: String(port),
      AICP_METRICS_PORT: String(healthPort),
    };
    running.push(pod.start(containers[0]!, overrides));
    await until(() => isReady(`http://127.0.0.1:${healthPort}/readyz`), {
      what: `${name} is ready`,
    });
    return port!;
  }

  async function startGateway(name: string, operatorPort: number): Promise<number> {
    const [port, metricsPort] = await freePorts(2);
    const pod = processPod(name);
    const bound = await createPod(plane.client, {
      namespace: NAMESPACE,
      name,
      serviceAccount: 'aicp-gateway',
    });
    const token = await plane.serviceAccountToken(NAMESPACE, 'aicp-gateway', {
      audience: 'aicp-config',
      pod: bound,
    });
    await writeFile(pod.path('/var/run/secrets/aicp/token'), token);
    const secret = await plane.client.ok<ApiObject & { data: Record<string, string> }>(
      'GET',
      `/api/v1/namespaces/${NAMESPACE}/secrets/aicp-operator-tls`,
    );
    const ca = Buffer.from(secret.data['ca.crt'] ?? '', 'base64');
    await writeFile(pod.path('/var/run/aicp/operator-ca/ca.crt'), ca);
    const overrides = {
      AICP_OPERATOR_URL: `https://localhost:${operatorPort}`,
      AICP_PORT: String(port),
      AICP_METRICS_PORT: String(metricsPort),
    };
    running.push(pod.start(podNamed('Deployment/aicp-gateway').containers[0]!, overrides));
    const url = `http://127.0.0.1:${port}/health/readiness`;
    await until(() => isReady(url), { what: `${name} is ready` });
    return port!;
  }

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
    const yaml = await helm.template({ namespace: NAMESPACE, set });
    manifests = manifestsOf(yaml);
    const granted = await restrictedKubeconfig({
      admin: plane.admin,
      yaml,
      namespace: NAMESPACE,
      serviceAccount: 'aicp-operator',
      folder: plane.folder,
    });
    kubeconfig = granted.kubeconfigPath;
    kubectl = await Kubectl.open(plane.adminKubeconfigPath, NAMESPACE);

    const first = await startOperator('aicp-operator-a');
    const second = await startOperator('aicp-operator-b');
    const follower = (await leader()) === 'aicp-operator-a' ? second : first;
    gatewayPort = await startGateway('aicp-gateway-a', follower);
    await writeEndpointSlice(plane.client, {
      namespace: NAMESPACE,
      service: 'aicp-gateway',
      snapshotService: 'gateway',
      endpoints: [{ pod: 'aicp-gateway-a', ready: true }],
      port: 4000,
    });
  });

  afterAll(async () => {
    await Promise.all(running.map((child) => child.terminate()));
    await kubectl.close();
    await plane.stop();
  });

  it('serves the request of the notes with the key of the notes', async () => {
    const objects = [
      { kind: 'Provider', metadata: { name: 'simulated' }, spec: { type: 'simulated' } },
      {
        kind: 'Model',
        metadata: { name: 'sim-small' },
        spec: { modelId: 'sim-small', provider: 'simulated' },
      },
    ].map((object) => ({ apiVersion: 'aicp.dev/v1alpha1', ...object }));
    await kubectl.say('apply', '-f', await kubectl.file('first', ...objects));
    // The gateway's acks reach the leader through the other operator, by TLS.
    await kubectl.say('wait', '--for=condition=Ready', '--timeout=20s', 'model/sim-small');

    const encoded = await kubectl.say(
      'get',
      'secret',
      'aicp-admin-key',
      '-o',
      'jsonpath={.data.key}',
    );
    const key = Buffer.from(encoded, 'base64').toString();
    const answer = await fetch(`http://127.0.0.1:${gatewayPort}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sim-small', messages: [{ role: 'user', content: 'Hello' }] }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ model: 'sim-small' });
  });

  it('keeps the boot copies that the gateway’s pod mounts', async () => {
    const { volumes } = podNamed('Deployment/aicp-gateway');
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
    expect(codes).toEqual([0, 0, 0]);
  });
});
