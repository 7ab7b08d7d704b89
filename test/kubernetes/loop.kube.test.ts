import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.ts';
import { applyAll, parseManifests } from './control-plane/manifest.ts';
import { startInstallation, type Installation } from './installation/installation.ts';
import { installCrds } from './shared/shared-cluster.ts';

const NAMESPACE = 'aicp';
/** What the chart renders, and so what it grants. */
const CHART = join(import.meta.dirname, '../chart/golden/default.yaml');
const QUICKSTART = join(import.meta.dirname, '../../examples/quickstart');

const resources = new AsyncDisposableStack();
let plane: ControlPlane;
let installation: Installation;
let kubectl: Kubectl;
let key = '';

beforeAll(async () => {
  plane = resources.use(await startControlPlane({ install: installCrds }));
  kubectl = await Kubectl.open(plane.adminKubeconfigPath, NAMESPACE);
  resources.defer(async () => await kubectl.close());
  await kubectl.say('create', 'namespace', NAMESPACE);
  installation = await startInstallation({
    plane,
    namespace: NAMESPACE,
    permissions: await readFile(CHART, 'utf8'),
    operators: 2,
    gateways: 2,
  });
  resources.use(installation);
  key = await installation.adminKey();
});

afterAll(async () => {
  await resources.disposeAsync();
});

async function applyQuickstart(): Promise<void> {
  const files = (await readdir(QUICKSTART)).filter((name) => name.endsWith('.yaml'));
  for (const name of files) {
    const objects = parseManifests(await readFile(join(QUICKSTART, name), 'utf8'));
    await applyAll(plane.client, objects, { namespace: NAMESPACE });
  }
}

/** Asks a gateway for a short answer. */
async function ask(gateway: number, model: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${installation.gatewayUrls[gateway]!}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, model: answer.headers.get('x-aicp-model'), body };
}

const untilReady = async (...what: string[]) =>
  await kubectl.say('wait', '--for=condition=Ready', '--timeout=20s', ...what);

/** In one story, as people meet it. */
describe('operator and gateways as processes on a real API server', () => {
  it('make every object of the quickstart Ready', async () => {
    await applyQuickstart();
    const said = await untilReady(
      'providers,models,routingpolicies,apikeys,controlplanes',
      '--all',
    );
    expect(said.split('\n').toSorted()).toEqual([
      expect.stringMatching(/^apikey.aicp.dev\/bootstrap-admin.* condition met$/),
      'controlplane.aicp.dev/default condition met',
      'model.aicp.dev/quickstart-fast condition met',
      'model.aicp.dev/quickstart-smart condition met',
      'provider.aicp.dev/quickstart condition met',
      'routingpolicy.aicp.dev/quickstart-batch condition met',
    ]);
  });

  it('serve a request at every gateway, and route by policy', async () => {
    for (const gateway of installation.gatewayUrls.keys()) {
      expect(await ask(gateway, 'smart')).toMatchObject({ status: 200, model: 'quickstart/smart' });
      expect(await ask(gateway, 'smart', { 'x-batch': 'true' })).toMatchObject({
        status: 200,
        model: 'quickstart/fast',
      });
    }
  });

  it('are Ready again after a change, which every gateway then follows', async () => {
    const policy = 'routingpolicy/quickstart-batch';
    await kubectl.say('patch', policy, '--type=merge', '-p', '{"spec":{"isActive":false}}');
    await untilReady(policy);
    for (const gateway of installation.gatewayUrls.keys()) {
      const { model } = await ask(gateway, 'smart', { 'x-batch': 'true' });
      expect(model).toBe('quickstart/smart');
    }
  });

  it('say what is wrong with an object, and leave the others alone', async () => {
    const file = await kubectl.file('orphan', {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: 'Model',
      metadata: { name: 'orphan' },
      spec: { modelId: 'orphan', provider: 'nobody' },
    });
    await kubectl.say('apply', '-f', file);
    await kubectl.say('wait', '--for=condition=Accepted=False', '--timeout=20s', 'model/orphan');
    const reason = 'jsonpath={.status.conditions[?(@.type=="Accepted")].reason}';
    expect(await kubectl.say('get', 'model/orphan', '-o', reason)).toBe('ReferenceNotFound');
    expect(await ask(0, 'smart')).toMatchObject({ status: 200 });
    expect(await ask(0, 'orphan')).toMatchObject({ status: 404 });
  });

  it('do all this with what the chart grants, and complain of nothing', () => {
    const { operators, gateways } = installation;
    expect([...operators, ...gateways].flatMap((replica) => replica.complaints())).toEqual([]);
  });

  it('end in order when they are told to', async () => {
    const { operators, gateways } = installation;
    const ends = [...gateways, ...operators].map((replica) => replica.terminate());
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
  });
});
