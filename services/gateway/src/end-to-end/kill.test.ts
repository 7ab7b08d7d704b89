import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { armOf } from '@aicp/contracts/abtests/assign';
import { systemClock } from '@aicp/common/time/clock';
import { expect, it } from 'vitest';
import { startSimulatedServer } from '../providers/simulated/server.ts';
import { DEFAULT_SIMULATION } from '../providers/simulated/simulation.ts';
import { abTest } from '../testing/ab-tests.ts';
import { collect } from '../testing/journal-lines.ts';
import { saying } from '../testing/clients.ts';
import { key, model, provider, snapshotOf } from '../testing/fragments.ts';
import { startGatewayProcess } from '../testing/gateway-process.ts';
import { startSnapshotServer } from '../testing/fake-operator.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { fails } from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';
import { readFacts, readUsage } from '../usage/journal/read-usage.ts';

const CLIENTS = 24;
const KILLS = 3;

/** A provider, an operator, and a data directory for a gateway that is killed and started again. */
async function surroundings() {
  const directory = await temporaryDirectory();
  const upstream = await startSimulatedServer({
    host: '127.0.0.1',
    port: 0,
    simulation: { ...DEFAULT_SIMULATION, latencyMs: 5, firstTokenMs: 5, tokensPerSecond: 500 },
    clock: systemClock,
    random: Math.random,
  });
  const operator = await startSnapshotServer(
    snapshotOf({
      providers: [provider('sim', { baseUrl: `http://127.0.0.1:${upstream.port}/v1` })],
      models: ['small', 'smaller'].map((id) =>
        model(id, 'sim', { prices: { input: '1000000', output: '1000000' } }),
      ),
      keys: [key('alice')],
      abTests: [abTest('halves', ['small', 'smaller'], { stickyBy: 'request' })],
    }),
  );
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  return {
    journal: join(directory.path, 'journal'),
    environment: {
      AICP_DATA_DIR: directory.path,
      AICP_OPERATOR_URL: operator.url,
      AICP_EGRESS_ALLOW: 'private,loopback',
      AICP_TOKEN_FILE: token,
      AICP_JOURNAL_SEGMENT_BYTES: '20000',
      AICP_DRAIN_SECONDS: '5',
    },
    /** Ids of the requests that reached the provider. */
    reached: async () => {
      const response = await fetch(`http://127.0.0.1:${upstream.port}/simulate/requests`);
      return ((await response.json()) as { request_ids: string[] }).request_ids;
    },
    [Symbol.asyncDispose]: async () => {
      await operator.close();
      await upstream.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

/** Asks without pause, half of it streams, until the gateway is gone; answers how many answers were whole. */
async function load(port: number): Promise<number> {
  let whole = 0;
  const client = async (index: number): Promise<void> => {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-alice' },
        body: JSON.stringify({ model: 'small', messages: saying('hi'), stream: index % 2 === 0 }),
      });
      await response.text();
      whole += 1;
    }
  };
  await Promise.allSettled(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return whole;
}

it('a gateway that is killed under load has every request that reached its provider in its journal, exactly once', async () => {
  await using around = await surroundings();
  let whole = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    const gateway = await startGatewayProcess(around.environment);
    const loading = load(gateway.port);
    const before = (await around.reached()).length;
    await waitFor(async () => ((await around.reached()).length > before + 150 ? true : undefined));
    await gateway.end('SIGKILL');
    whole += await loading;
  }
  const last = await startGatewayProcess(around.environment);
  expect(await last.end('SIGTERM')).toBe(0);

  const reached = await around.reached();
  const records = await collect(readUsage(around.journal));
  const ids = records.map((record) => record.request_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(reached).size).toBe(reached.length);
  expect(reached.filter((id) => !ids.includes(id))).toEqual([]);

  const complete = records.filter((record) => record.completion === 'complete');
  const unknown = records.filter((record) => record.completion === 'unknown');
  expect(complete.length + unknown.length).toBeGreaterThanOrEqual(whole);
  expect(unknown.length).toBeGreaterThan(0);
  expect(unknown.length).toBeLessThanOrEqual(KILLS * CLIENTS * 2);
  expect(unknown.every((record) => record.input > 0 && record.cost_nano_usd !== null)).toBe(true);
  // In which arm of a test a request is, its intent says.
  for (const { id, ab_test, variant, model_served } of records) {
    const arm = armOf('ABTest-halves', id, 5000);
    expect({ ab_test, variant, model_served }).toEqual({
      ab_test: 'halves',
      variant: arm,
      model_served: arm === 'variant' ? 'smaller' : 'small',
    });
  }
});

it('a gateway that is killed while it asks the next provider has both attempts, and reckons by the prices of that one', async () => {
  await using directory = await temporaryDirectory();
  await using one = await startScriptedProvider(fails(500));
  await using two = await startScriptedProvider(() => undefined);
  const operator = await startSnapshotServer(
    snapshotOf({
      providers: [provider('one', { baseUrl: one.url }), provider('two', { baseUrl: two.url })],
      models: [
        model('main', 'one', { prices: { input: '1', output: '1' }, fallbacks: ['spare'] }),
        model('spare', 'two', { prices: { input: '9000000', output: '9000000' } }),
      ],
      keys: [key('alice')],
    }),
  );
  await using _ = { [Symbol.asyncDispose]: () => operator.close() };
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  const environment = {
    AICP_DATA_DIR: directory.path,
    AICP_OPERATOR_URL: operator.url,
    AICP_EGRESS_ALLOW: 'loopback',
    AICP_TOKEN_FILE: token,
  };
  const gateway = await startGatewayProcess(environment);
  const asking = fetch(`http://127.0.0.1:${gateway.port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: JSON.stringify({ model: 'main', messages: saying('hi') }),
  });
  await Promise.all([
    expect(asking).rejects.toThrow(),
    waitFor(() => two.received.length > 0).then(() => gateway.end('SIGKILL')),
  ]);
  await (await startGatewayProcess(environment)).end('SIGTERM');

  const [facts] = await collect(readFacts(join(directory.path, 'journal')));
  expect(facts?.usage).toMatchObject({ completion: 'unknown', model_served: 'spare', attempts: 2 });
  expect(facts?.attempts).toMatchObject([
    { number: 1, provider: 'one', outcome: 'failed', reason: 'server_error', cost_nano_usd: 0 },
    { number: 2, provider: 'two', outcome: 'dropped', reason: 'unknown', latency_ms: null },
  ]);
  const { input = 0, output = 0, cost_nano_usd } = facts?.usage ?? {};
  expect(cost_nano_usd).toBe(9 * (input + output));
});

it('a gateway that is told to stop finishes what it began', async () => {
  await using around = await surroundings();
  const gateway = await startGatewayProcess(around.environment);
  const loading = load(gateway.port);
  await waitFor(async () => ((await around.reached()).length > 50 ? true : undefined));
  expect(await gateway.end('SIGTERM')).toBe(0);
  await loading;
  const records = await collect(readUsage(around.journal));
  expect(records.map((record) => record.completion)).not.toContain('unknown');
  expect(records.map((record) => record.request_id).sort()).toEqual(
    (await around.reached()).sort(),
  );
  expect(gateway.output()).toContain('gateway_stopped');
  expect(gateway.output()).not.toMatch(/"level":"(warn|error)"/);
});

it('a gateway without its settings says which are missing, and ends', async () => {
  const started = startGatewayProcess({ AICP_OPERATOR_URL: 'nonsense' });
  await expect(started).rejects.toThrow(/AICP_DATA_DIR[^]*AICP_OPERATOR_URL[^]*AICP_TOKEN_FILE/);
});
