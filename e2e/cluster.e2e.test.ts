import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kubectlCommands, shellCommands } from './documented.ts';
import { chooseDriver } from './drivers/cluster.ts';
import { kindDriver } from './drivers/kind/kind-cluster.ts';
import { nodeDriver } from './drivers/node/node-cluster.ts';
import { Figures, type Counts, Load } from './load/load.ts';
import { Installed, isReady, NAMESPACE, type Pod, usageRecords } from './installed/installed.ts';
import { tellOfMoney } from './money/money-story.ts';

const CHART = join(import.meta.dirname, '../charts/ai-control-plane/Chart.yaml');
const VERSION = /^appVersion: (.+)$/m.exec(await readFile(CHART, 'utf8'))![1]!;
/** As `make image` names it. */
const IMAGE = `docker.io/library/ai-control-plane:${VERSION}`;
const CLIENTS = 'clients';
/** What the driver has done already, in the README's words. */
const DRIVERS_PART = [
  'kind create cluster',
  `make image && kind load docker-image ai-control-plane:${VERSION}`,
];

const figures = new Figures((line) => process.stderr.write(`${line}\n`));
const resources = new AsyncDisposableStack();
let installed: Installed;
let load: Load;

beforeAll(async () => {
  const driver = await chooseDriver([kindDriver, nodeDriver], process.env['AICP_E2E_DRIVER']);
  process.stderr.write(`cluster by the driver "${driver.name}"\n`);
  const cluster = await driver.start({ image: IMAGE, step: figures.step });
  resources.defer(async () => await figures.step('cluster gone', async () => await cluster.stop()));
  installed = new Installed(cluster, IMAGE);
});

afterAll(async () => {
  await resources.disposeAsync();
  // The last that is removed.
  expect(existsSync(installed.cluster.kubeconfig)).toBe(false);
  process.stderr.write(`\n${figures.table()}\n`);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const { cluster } = installed;
  const { stdout } = await cluster.shell(
    'kubectl get pods -A -o wide; kubectl get events -A --sort-by=.lastTimestamp | tail -n 30; ' +
      `kubectl -n ${NAMESPACE} logs -l app.kubernetes.io/name=ai-control-plane --prefix --tail 8`,
  );
  process.stderr.write(`${stdout}\n${await cluster.lastWords()}\n`);
});

const only = <T>(items: readonly T[]): T => {
  expect(items).toHaveLength(1);
  return items[0]!;
};

/** The pod that leads the operators, by its Lease. */
async function leader(): Promise<Pod> {
  const holder = await installed.kubectl(
    'get',
    'lease',
    'aicp-operator',
    '--output=jsonpath={.spec.holderIdentity}',
  );
  const pods = await installed.pods('operator');
  return only(pods.filter(({ metadata }) => holder.startsWith(metadata.name)));
}

/** Declares a model and tells how long it took until all gateways served it. */
async function declareModel(name: string): Promise<void> {
  await installed.apply({
    apiVersion: 'aicp.dev/v1alpha1',
    kind: 'Model',
    metadata: { name, namespace: NAMESPACE },
    spec: { modelId: `e2e/${name}`, provider: 'quickstart' },
  });
  await installed.kubectl('wait', '--for=condition=Ready', '--timeout=90s', `model/${name}`);
}

const nothingLost = (counts: Counts): void => {
  expect(counts).toMatchObject({ failed: 0, lostConnections: 0 });
};

describe('an installation whose pods run', () => {
  it("goes from nothing to a routed request by the README's commands alone", async () => {
    const all = await shellCommands('README.md', 'On a cluster');
    expect(all.slice(0, DRIVERS_PART.length)).toEqual(DRIVERS_PART);
    const commands = all.slice(DRIVERS_PART.length);
    const said = await figures.step('README, from helm install to a routed request', async () =>
      installed.script(["trap 'kill $(jobs -p)' EXIT", ...commands].join('\n')),
    );
    const answer = said.slice(said.indexOf('\n{"id"'));
    expect(JSON.parse(answer)).toMatchObject({
      model: 'quickstart/smart',
      choices: [{ message: { role: 'assistant' }, finish_reason: 'stop' }],
    });
  });

  it('runs every pod as the restricted standard asks, behind network policies', async () => {
    const pods = await installed.pods();
    expect(pods.length).toBeGreaterThanOrEqual(4);
    expect(pods.filter((pod) => !isReady(pod))).toEqual([]);
    const enforce = 'pod-security.kubernetes.io/enforce=restricted';
    const said = await installed.script(`kubectl label namespace ${NAMESPACE} ${enforce} 2>&1`);
    expect(said).toBe(`namespace/${NAMESPACE} labeled`);
    // That they hold is for a network plugin that enforces them; the one of the driver "node" does not.
    const policies = await installed.kubectl('get', 'networkpolicies', '--output=name');
    expect(policies.split('\n').length).toBeGreaterThan(2);
  });

  it('serves clients in the cluster through its Service, and has each request in a journal', async () => {
    await installed.script(
      `kubectl create namespace ${CLIENTS} && kubectl label namespace ${CLIENTS} pod-security.kubernetes.io/enforce=restricted`,
    );
    load = await Load.start(installed, CLIENTS);
    const requestId = `e2e-${randomUUID()}`;
    const ask = `
      const answer = await fetch(process.env.GATEWAY_URL, {
        method: 'POST',
        headers: { authorization: 'Bearer ' + process.env.AICP_KEY, 'content-type': 'application/json', 'x-request-id': '${requestId}', 'x-batch': 'true' },
        body: JSON.stringify({ model: 'smart', messages: [{ role: 'user', content: 'Hello' }] }),
      });
      process.stdout.write(JSON.stringify({ status: answer.status, policy: answer.headers.get('x-aicp-policy'), usage: (await answer.json()).usage }));`;
    const node = ['node', '--input-type=module', '--eval', ask];
    const said = await installed.kubectl('exec', 'load', '--namespace', CLIENTS, '--', ...node);
    const answer = JSON.parse(said) as { usage: { completion_tokens: number } };
    expect(answer).toMatchObject({ status: 200, policy: 'quickstart-batch' });
    const isIts = ({ request_id }: { request_id: string }) => request_id === requestId;
    const record = await until(async () => (await usageRecords(installed)).find(isIts), {
      what: 'the record of the request',
    });
    expect(record).toMatchObject({
      model_asked: 'smart',
      model_served: 'quickstart/fast',
      policy: 'quickstart-batch',
      completion: 'complete',
      status: 200,
      output: answer.usage.completion_tokens,
    });
    figures.add('records in the journals', String((await usageRecords(installed)).length));
  });

  it('serves the console of its image, and its files, at the root of the admin service', async () => {
    const ask = `
      const url = 'http://aicp-admin.${NAMESPACE}.svc:8086/';
      const page = await fetch(url, { headers: { accept: 'text/html' } });
      const html = await page.text();
      const [, script] = /src="\\.\\/(assets\\/[^"]+)"/.exec(html) ?? [];
      const asset = await fetch(new URL(script, url), { headers: { 'accept-encoding': 'br' } });
      process.stdout.write(JSON.stringify({ page: page.status, root: html.includes('id="root"'), asset: asset.status, encoding: asset.headers.get('content-encoding') }));`;
    const node = ['node', '--input-type=module', '--eval', ask];
    const said = await installed.kubectl('exec', 'load', '--namespace', CLIENTS, '--', ...node);
    expect(JSON.parse(said)).toEqual({ page: 200, root: true, asset: 200, encoding: 'br' });
  });

  tellOfMoney({
    installed: () => installed,
    clients: CLIENTS,
    figures,
    upgrade: async () => (await shellCommands('docs/operations/upgrade.md'))[0]!,
  });

  it('loses nothing when a gateway pod is deleted', async () => {
    const [pod] = await installed.pods('gateway');
    const counts = await load.during(async () => {
      await installed.kubectl('delete', 'pod', pod!.metadata.name);
      await installed.untilReady('gateway');
    });
    figures.requests('gateway pod deleted', counts);
    nothingLost(counts);
  });

  it('loses no more than connections when a gateway is killed: every request is answered when tried again', async () => {
    const [pod] = await installed.pods('gateway');
    const counts = await load.during(async () => {
      await installed.kill(pod!);
      await installed.untilReady('gateway');
    });
    figures.requests('gateway killed (SIGKILL)', counts);
    expect(counts.failed).toBe(0);
  });

  it('serves and takes changes when the leading operator is killed', async () => {
    const counts = await load.during(async () => {
      await installed.kill(await leader());
      await figures.step('a model ready after its leader was killed', async () => {
        await declareModel('after-the-leader');
      });
      await installed.untilReady('operator');
    });
    figures.requests('leading operator killed (SIGKILL)', counts);
    nothingLost(counts);
  });

  it('starts gateways from what their pods mount while no operator runs', async () => {
    const counts = await load.during(async () => {
      await installed.kubectl('scale', 'deployment/aicp-operator', '--replicas=0');
      await installed.untilReady('operator', 0);
      const [pod] = await installed.pods('gateway');
      await installed.kubectl('delete', 'pod', pod!.metadata.name);
      await installed.untilReady('gateway');
      await installed.kubectl('scale', 'deployment/aicp-operator', '--replicas=2');
      await installed.untilReady('operator');
    });
    figures.requests('gateway replaced while no operator runs', counts);
    nothingLost(counts);
  });

  it('is upgraded with a changed value and tested, without a lost request', async () => {
    const [upgrade, test] = await shellCommands('docs/operations/upgrade.md');
    const counts = await load.during(async () => {
      await figures.step('helm upgrade', async () =>
        installed.script(`${upgrade!} --set defaults.podLabels.changed=yes`),
      );
    });
    figures.requests('helm upgrade', counts);
    expect(
      await installed.kubectl('get', 'pods', '--selector=changed=yes', '--output=name'),
    ).toMatch(/gateway.*\n.*gateway.*\n.*operator.*\n.*operator/);
    nothingLost(counts);
    expect(await installed.script(test!)).toMatch(/Phase: +Succeeded/);
  });

  it('is rolled back without a lost request', async () => {
    const back = await load.during(async () => {
      await installed.helm('rollback', 'aicp', '--wait', '--timeout=5m');
    });
    figures.requests('helm rollback', back);
    nothingLost(back);
  });

  it('leaves what the documentation says when it is uninstalled, and goes on from it when it is installed again', async () => {
    const before = await installed.key();
    const [uninstall] = await shellCommands('docs/operations/uninstall.md');
    await installed.script(`${uninstall!} --wait`);
    // Helm does not wait for pods that drain, and a StatefulSet makes no pod in the place of one that is not its own.
    const areGone = async () => (await installed.pods('gateway')).length === 0;
    await until(areGone, { what: 'gateway pods are gone', timeoutMs: 120_000, everyMs: 500 });
    const kinds =
      'secrets,configmaps,leases,models,providers,routingpolicies,controlplanes,apikeys';
    const kept = await installed.kubectl('get', kinds, '--output=name');
    for (const name of [
      'secret/aicp-admin-key',
      'secret/aicp-operator-tls',
      'secret/aicp-boot-gateway-0',
      'configmap/aicp-snapshot',
      'lease.coordination.k8s.io/aicp-operator',
      'model.aicp.dev/after-the-leader',
      'provider.aicp.dev/quickstart',
      'routingpolicy.aicp.dev/quickstart-batch',
      'controlplane.aicp.dev/default',
    ]) {
      expect(kept.split('\n')).toContain(name);
    }
    const others = await installed.kubectl(
      'get',
      'deployments,services,networkpolicies,roles,poddisruptionbudgets,serviceaccounts',
      '--selector=app.kubernetes.io/instance=aicp',
      '--output=name',
    );
    expect(others).toBe('');

    const [, install] = await shellCommands('docs/operations/install.md', 'Two commands');
    const counts = await load.during(async () => {
      await installed.script(install!.replace(/ --set image.repository=\S+/, ''));
    });
    expect(counts.answered).toBeGreaterThan(0);
    expect(await installed.key()).toBe(before);
  });

  it('is gone for good with the commands that the documentation names', async () => {
    await installed.helm('uninstall', 'aicp', '--wait');
    for (const command of await kubectlCommands('docs/operations/uninstall.md')) {
      await installed.script(command);
    }
    expect(await installed.script('kubectl get crd --output=name')).toBe('');
    const left = await installed.script(
      `kubectl get all,secrets,leases,pvc --namespace ${NAMESPACE} --output=name --ignore-not-found`,
    );
    expect(left).toBe('');
    const roles = await installed.script(
      'kubectl get clusterroles,clusterrolebindings -o name | grep aicp || true',
    );
    expect(roles).toBe('');
  });
});
