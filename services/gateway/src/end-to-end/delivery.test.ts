import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { startSimulatedServer } from '../providers/simulated/server.ts';
import { DEFAULT_SIMULATION } from '../providers/simulated/simulation.ts';
import { saying } from '../testing/clients.ts';
import { FakeBudget, startBudgetServer } from '../testing/fake-budget.ts';
import { startSnapshotServer } from '../testing/fake-operator.ts';
import { key, model, provider, simulated, snapshotOf } from '../testing/fragments.ts';
import { startGatewayProcess } from '../testing/gateway-process.ts';
import { collect } from '../testing/journal-lines.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { waitFor } from '../testing/wait-for.ts';
import { readFacts } from '../usage/journal/read-usage.ts';

const CLIENTS = 16;

/** A provider, an operator, a budget service, and a data directory for a gateway that is killed and started again. */
async function surroundings() {
  await using starting = new AsyncDisposableStack();
  const directory = starting.use(await temporaryDirectory());
  const upstream = await startSimulatedServer({
    host: '127.0.0.1',
    port: 0,
    simulation: { ...DEFAULT_SIMULATION, latencyMs: 5, firstTokenMs: 5, tokensPerSecond: 500 },
    clock: systemClock,
    random: Math.random,
  });
  starting.defer(() => upstream.close());
  const operator = await startSnapshotServer(
    snapshotOf({
      providers: [provider('sim', { baseUrl: `http://127.0.0.1:${upstream.port}/v1` })],
      models: [model('small', 'sim', { prices: { input: '1000000', output: '1000000' } })],
      keys: [key('alice')],
    }),
  );
  starting.defer(() => operator.close());
  const budget = new FakeBudget();
  const server = starting.use(await startBudgetServer(budget));
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  const running = starting.move();
  return {
    budget,
    server,
    journal: join(directory.path, 'journal'),
    environment: {
      AICP_DATA_DIR: directory.path,
      AICP_OPERATOR_URL: operator.url,
      AICP_BUDGET_URL: server.url,
      AICP_USAGE_TOKEN_FILE: token,
      AICP_EGRESS_ALLOW: 'private,loopback',
      AICP_TOKEN_FILE: token,
      AICP_JOURNAL_SEGMENT_BYTES: '20000',
      AICP_DRAIN_SECONDS: '5',
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Asks without pause, half of it streams, until the gateway is gone. */
async function load(port: number): Promise<void> {
  const client = async (index: number): Promise<void> => {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-alice' },
        body: JSON.stringify({ model: 'small', messages: saying('hi'), stream: index % 2 === 0 }),
      });
      await response.text();
    }
  };
  await Promise.allSettled(Array.from({ length: CLIENTS }, (_, index) => client(index)));
}

it('a gateway that is killed under load, before a budget service that fails, delivers each record that is in its journal, once by its id', async () => {
  await using around = await surroundings();
  const { budget } = around;
  for (let round = 1; round <= 3; round += 1) {
    budget.plan = ['takes and cuts', { status: 500 }, 'cuts', 'takes', 'takes', 'hangs'];
    const gateway = await startGatewayProcess(around.environment);
    const loading = load(gateway.port);
    const before = budget.usage.size;
    await waitFor(() => (budget.usage.size > before + 200 ? true : undefined));
    await gateway.end('SIGKILL');
    await loading;
  }
  budget.plan = [];
  const last = await startGatewayProcess(around.environment);
  expect(await last.end('SIGTERM')).toBe(0);

  const facts = await collect(readFacts(around.journal));
  expect(budget.usage).toEqual(new Map(facts.map(({ usage }) => [usage.id, usage])));
  expect(facts.flatMap(({ attempts }) => attempts)).toHaveLength(budget.attempts.size);
  expect(budget.sums.size).toBe(0);
  expect(facts.some(({ usage }) => usage.completion === 'unknown')).toBe(true);
});

it('a gateway that is told to stop delivers all of its records before it is gone', async () => {
  await using around = await surroundings();
  const gateway = await startGatewayProcess(around.environment);
  const loading = load(gateway.port);
  await waitFor(() => (around.budget.usage.size > 50 ? true : undefined));
  expect(await gateway.end('SIGTERM')).toBe(0);
  await loading;
  const facts = await collect(readFacts(around.journal));
  expect(around.budget.usage.size).toBe(facts.length);
  expect(gateway.output()).not.toMatch(/"level":"(warn|error)"/);
});

describe('a gateway with a budget service', () => {
  const fragments = {
    providers: [simulated('sim')],
    models: [model('small', 'sim')],
    keys: [key('alice')],
  };
  const ask = async (url: string): Promise<number> => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'small', messages: saying('hi') }),
    });
    await response.text();
    return response.status;
  };

  it('that is away serves and stays ready, says what is left, and delivers it with its decisions later', async () => {
    await using directory = await temporaryDirectory();
    const tokenFile = join(directory.path, 'token');
    await writeFile(tokenFile, 'secret');
    const budget = new FakeBudget();
    budget.usually = 'cuts';
    await using server = await startBudgetServer(budget);
    const delivery = { url: server.url, tokenFile, caFile: undefined };
    await using gateway = await startTestGateway({ fragments, config: { delivery } });
    expect(await ask(gateway.url)).toBe(200);
    await waitFor(() => budget.batches.some(({ usage }) => usage.length === 1));
    expect((await fetch(`${gateway.url}/health/readiness`)).status).toBe(200);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/aicp_usage_delivery_lag_seconds\{[^}]*\} [0-9.]+/);
    expect(metrics).toMatch(/aicp_usage_left_bytes\{[^}]*\} [1-9]/);
    budget.usually = 'takes';
    await waitFor(() => budget.usage.size === 1);
    expect(await ask(gateway.url)).toBe(200);
    await waitFor(() => budget.decisions.size > 0);
  });

  it('tells the operator how delivery goes, and that there is none where no service is named', async () => {
    await using gateway = await startTestGateway({ fragments });
    expect(await ask(gateway.url)).toBe(200);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).not.toContain('aicp_usage_');
    expect(gateway.operator.polls[0]?.health?.delivery).toEqual({
      mode: 'off',
      lag_seconds: 0,
      left: 0,
    });
  });
});
