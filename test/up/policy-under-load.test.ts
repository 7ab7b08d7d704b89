import { afterAll, beforeAll, expect, it } from 'vitest';
import { NamespaceClient } from '@aicp/local/client/namespace-client';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation } from './installation.ts';
import { Load, quantile } from './load.ts';

const CHANGES = 50;
const PER_SECOND = 200;
const POLICY = '/apis/aicp.dev/v1alpha1/namespaces/default/routingpolicies/flip';
const MESSAGES = [{ role: 'user', content: 'Hello' }];

let installation: Installation;
let client: NamespaceClient;

beforeAll(async () => {
  installation = await Installation.prepare();
  expect((await installation.up()).code).toBe(0);
  client = NamespaceClient.fromKubeconfig(installation.kubeconfig);
}, 180_000);
afterAll(async () => {
  await client.close();
  await installation.remove();
});

async function route(target: string): Promise<void> {
  await client.requests.json({
    method: 'PATCH',
    path: POLICY,
    query: { fieldManager: 'test', force: 'true' },
    contentType: 'application/apply-patch+yaml',
    body: {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: 'RoutingPolicy',
      metadata: { name: 'flip' },
      spec: { action: 'permit', targetModels: [target], priority: 10 },
    },
  });
}

it('takes 50 policy changes into effect under 200 requests a second without failing one', async () => {
  const load = new Load({
    url: installation.gatewayUrl,
    key: installation.key,
    perSecond: PER_SECOND,
    body: { model: 'sim-small', messages: MESSAGES, max_tokens: 1 },
  }).start();
  const waits: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const target = change % 2 === 0 ? 'sim-large' : 'sim-small';
    const appliedAt = performance.now();
    await route(target);
    await until(
      () => {
        const found = load.answered.find(
          ({ model, sentAt }) => sentAt >= appliedAt && model === target,
        );
        if (found) waits.push(found.doneAt - appliedAt);
        return found !== undefined;
      },
      { what: `change ${change} is in effect` },
    );
  }
  await load.stop();
  const failed = load.answered.filter(({ status }) => status !== 200).length + load.lost.length;
  process.stdout.write(
    `policy changes under load: ${load.sent} requests, ${failed} failed; apply to first request routed by it: ` +
      `p50 ${quantile(waits, 0.5).toFixed(0)} ms, p99 ${quantile(waits, 0.99).toFixed(0)} ms over ${waits.length} changes\n`,
  );
  expect(load.lost).toEqual([]);
  expect(failed).toBe(0);
  expect(waits).toHaveLength(CHANGES);
}, 240_000);
