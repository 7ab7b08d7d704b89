import { rmSync } from 'node:fs';
import {
  startSimulatedServer,
  type SimulatedServer,
} from '@aicp/gateway/providers/simulated/server';
import { readUsage } from '@aicp/gateway/usage/journal/read-usage';
import { NamespaceClient } from '@aicp/local/client/namespace-client';
import { systemClock } from '@aicp/common/time/clock';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation, Parts } from './installation.ts';
import { Load } from './load.ts';

/** On a machine that is busy with other things. */
const START_MS = 120_000;

let installation: Installation;
let parts: Parts;

beforeAll(async () => {
  installation = await Installation.prepare();
  parts = new Parts(installation);
  parts.start('control');
  parts.start('gateway');
  await until(answers, { what: 'the first request is answered', timeoutMs: START_MS });
}, START_MS + 30_000);
afterAll(async () => {
  await parts.killAll();
  rmSync(installation.directory, { recursive: true, force: true });
});

async function answers(): Promise<boolean> {
  try {
    return (await installation.ask()).status === 200;
  } catch {
    // Not listening yet.
    return false;
  }
}

const load = (body: Readonly<Record<string, unknown>>): Load =>
  new Load({
    url: installation.gatewayUrl,
    key: installation.key,
    perSecond: 100,
    body: { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 4, ...body },
  }).start();

it('has every request that reached the provider in its journal once, when it is killed under load', async () => {
  const provider = await simulatedServer();
  await serveFrom(provider);
  const running = load({ model: 'outside' });
  await until(() => running.answered.length > 100, { what: 'the load is under way' });
  await parts.kill('gateway');
  await running.stop();
  parts.start('gateway');
  await until(answers, { what: 'it is back' });
  const reached = await requestsOf(provider);
  const records = (await journal()).filter(({ model_served }) => model_served === 'outside');
  const counts = new Map<string, number>();
  for (const { request_id } of records) counts.set(request_id, (counts.get(request_id) ?? 0) + 1);
  expect(reached.filter((id) => counts.get(id) !== 1)).toEqual([]);
  expect([...counts.values()].filter((count) => count !== 1)).toEqual([]);
  const answered = new Set(running.answered.map(({ requestId }) => requestId));
  const wrong = records.filter(
    ({ request_id, completion }) => answered.has(request_id) && completion === 'unknown',
  );
  process.stdout.write(
    `gateway killed under load: ${reached.length} requests reached the provider, ${records.length} records, ` +
      `${records.filter(({ completion }) => completion === 'unknown').length} unknown, ${wrong.length} answered but unknown\n`,
  );
  expect(reached.length).toBeGreaterThan(100);
  await provider.close();
});

// The last: the operator stays away.
it('serves on when the operator and the Kubernetes API are gone, and a gateway that starts then serves too', async () => {
  const before = load({ model: 'sim-small' });
  await until(() => before.answered.length > 50, { what: 'the load is under way' });
  await parts.kill('control');
  const sofar = before.answered.length;
  await until(() => before.answered.length > sofar + 100, { what: 'it goes on without them' });
  await before.stop();
  expect(before.lost).toEqual([]);
  expect(before.answered.filter(({ status }) => status !== 200)).toEqual([]);

  await parts.kill('gateway');
  parts.start('gateway');
  await until(answers, { what: 'the new gateway serves from its disk' });
  const after = load({ model: 'sim-large' });
  await until(() => after.answered.length > 50, { what: 'it serves' });
  await after.stop();
  expect(after.answered.filter(({ status }) => status !== 200)).toEqual([]);
});

async function simulatedServer(): Promise<SimulatedServer> {
  return await startSimulatedServer({
    host: '127.0.0.1',
    port: 0,
    simulation: {
      latencyMs: 30,
      firstTokenMs: 0,
      tokensPerSecond: 0,
      outputTokens: 8,
      errorRate: 0,
      errorStatus: 500,
      abortRate: 0,
      seed: 1,
    },
    clock: systemClock,
    random: Math.random,
  });
}

async function serveFrom({ port }: SimulatedServer): Promise<void> {
  const client = NamespaceClient.fromKubeconfig(installation.kubeconfig);
  const objects = [
    [
      'providers',
      'Provider',
      { type: 'openai_compatible', baseUrl: `http://127.0.0.1:${port}/v1` },
    ],
    ['models', 'Model', { modelId: 'outside', provider: 'outside' }],
  ] as const;
  for (const [plural, kind, spec] of objects) {
    await client.requests.json({
      method: 'POST',
      path: `/apis/aicp.dev/v1alpha1/namespaces/default/${plural}`,
      body: { apiVersion: 'aicp.dev/v1alpha1', kind, metadata: { name: 'outside' }, spec },
    });
  }
  await client.close();
  await until(async () => (await installation.ask({ model: 'outside' })).status === 200, {
    what: 'the model is served',
  });
}

async function requestsOf({ port }: SimulatedServer): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/simulate/requests`);
  return ((await answer.json()) as { request_ids: string[] }).request_ids;
}

async function journal(): Promise<UsageRecord[]> {
  const records: UsageRecord[] = [];
  for await (const record of readUsage(join(installation.directory, 'gateway/journal'))) {
    records.push(record);
  }
  return records;
}
