import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import { FakeOperator } from '../testing/fake-operator.ts';
import { key, model, provider, rule, simulated, type Fragments } from '../testing/fragments.ts';
import { beginStream, delta, ENDING, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, testConfig } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';
import { startGateway } from '../start.ts';

const fragments: Fragments = {
  providers: [simulated('sim')],
  models: [model('small', 'sim', { prices: { input: '1000000', output: '1000000' } })],
  keys: [key('alice')],
};

const silent = createLogger({ service: 'gateway', level: 'silent' });

/** An operator that cannot be reached. */
const noOperator = {
  poll: () => Promise.reject(new Error('connection refused')),
  close: () => Promise.resolve(),
};

async function temporaryDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'aicp-gateway-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

const startIn = (directory: string, snapshots: FakeOperator | typeof noOperator) =>
  startGateway(testConfig(directory), {
    snapshots,
    log: silent,
    clock: systemClock,
    random: Math.random,
  });

const statusOf = async (port: number, path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;

describe('a gateway', () => {
  it('without a snapshot is alive but not ready, and serves nobody', async () => {
    await using directory = await temporaryDirectory();
    const gateway = await startIn(directory.path, noOperator);
    expect(await statusOf(gateway.port, '/health/liveliness')).toBe(200);
    expect(await statusOf(gateway.port, '/health/readiness')).toBe(503);
    expect(await statusOf(gateway.port, '/v1/models')).toBe(503);
    const response = await fetch(`http://127.0.0.1:${gateway.port}/v1/chat/completions`, {
      method: 'POST',
      body: '{}',
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    await gateway.stop();
  });

  it('starts from its disk when the operator is gone', async () => {
    await using directory = await temporaryDirectory();
    const first = await startIn(directory.path, new FakeOperator().prepare(fragments));
    await first.stop();
    const second = await startIn(directory.path, noOperator);
    const health = await fetch(`http://127.0.0.1:${second.port}/health/readiness`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({
      status: 'ready',
      config: { epoch: 1, revision: 1, source: 'disk', age_seconds: 0, degraded: 0 },
      journal: { state: 'ok', on_full: 'serve', backlog_bytes: 0, dropped_lines: 0 },
    });
    const client = clientOf({ url: `http://127.0.0.1:${second.port}` });
    await client.chat.completions.create({ model: 'small', messages: saying('hi') });
    await second.stop();
  });

  it('keeps what it runs when a snapshot cannot be used, and says which object is wrong', async () => {
    await using gateway = await startTestGateway({ fragments });
    void gateway.operator.push({
      ...fragments,
      policies: [rule('bad', 'deny', [], { condition: 'team ==' })],
    });
    const poll = await waitFor(() => gateway.operator.polls.find((one) => one.rejected));
    expect(poll.rejected?.errors).toMatchObject([
      { section: 'policies', source: { kind: 'RoutingPolicy', name: 'bad' } },
    ]);
    expect(poll.applied?.revision).toBe(1);
    await clientOf(gateway).chat.completions.create({ model: 'small', messages: saying('hi') });
  });

  it('serves every request of a load while its configuration changes', async () => {
    await using gateway = await startTestGateway({ fragments });
    const client = clientOf(gateway);
    let isOver = false;
    const failures: unknown[] = [];
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const asked = client.chat.completions.create({ model: 'small', messages: saying('hi') });
        await asked.catch((error: unknown) => failures.push(error));
      }
    });
    for (let turn = 0; turn < 30; turn += 1) {
      const keys = [key('alice'), key(`key-${turn}`)];
      await gateway.operator.push({ ...fragments, keys });
    }
    isOver = true;
    await Promise.all(load);
    expect(failures).toEqual([]);
  });

  it('tells Prometheus what it did, with bounded labels', async () => {
    await using gateway = await startTestGateway({ fragments });
    const client = clientOf(gateway);
    await client.chat.completions.create({ model: 'small', messages: saying('hi') });
    const unknown = client.chat.completions.create({ model: 'x1', messages: saying('hi') });
    await expect(unknown).rejects.toThrow();
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    const labels = 'model="small",provider="sim"';
    for (const line of [
      `aicp_gateway_requests_total{${labels},status="2xx",service="gateway"} 1`,
      'aicp_gateway_requests_total{model="none",provider="none",status="4xx",service="gateway"} 1',
      `aicp_gateway_request_duration_seconds_count{${labels},service="gateway"} 1`,
      `aicp_gateway_tokens_total{${labels},type="output",service="gateway"} 16`,
      'aicp_gateway_requests_in_flight{service="gateway"} 0',
      'aicp_journal_intents_total{service="gateway"} 2',
      'aicp_config_revision{service="gateway"} 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toContain('x1');
  });

  it('serves its metrics on a port of their own where it is given one', async () => {
    await using gateway = await startTestGateway({ fragments, config: { metricsPort: 0 } });
    expect(await statusOf(gateway.running.metricsPort ?? 0, '/metrics')).toBe(200);
    expect(await statusOf(gateway.running.port, '/metrics')).toBe(404);
  });

  it('logs no warning and no error while it is well', async () => {
    await using gateway = await startTestGateway({ fragments });
    await clientOf(gateway).chat.completions.create({ model: 'small', messages: saying('hi') });
    const levels = gateway.logged.map((entry) => entry.level);
    expect(levels).not.toContain('warn');
    expect(levels).not.toContain('error');
  });
});

describe('a gateway that stops', () => {
  it('is unready, lets streams end, and takes nobody new', async () => {
    const { promise: go, resolve } = Promise.withResolvers<undefined>();
    await using upstream = await startScriptedProvider((response) => {
      beginStream(response).write(delta('one'));
      void go.then(() => response.end(ENDING.join('')));
    });
    await using directory = await temporaryDirectory();
    const operator = new FakeOperator().prepare({
      ...fragments,
      providers: [provider('slow', { baseUrl: upstream.url })],
      models: [model('small', 'slow')],
    });
    const gateway = await startIn(directory.path, operator);
    const url = `http://127.0.0.1:${gateway.port}`;
    const stream = await clientOf({ url }).chat.completions.create({
      model: 'small',
      messages: saying('hi'),
      stream: true,
    });
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();

    const stopped = gateway.stop();
    // Whoever comes at the last moment still hears it; then nobody is let in.
    const readiness = async () =>
      await fetch(`${url}/health/readiness`).then(
        ({ status }) => status,
        () => 'refused',
      );
    expect([503, 'refused']).toContain(await readiness());
    await waitFor(async () => (await readiness()) === 'refused');
    resolve(undefined);
    while ((await chunks.next()).done !== true);
    await stopped;
  });

  it('cuts what lasts longer than the drain time, and records it', async () => {
    await using upstream = await startScriptedProvider((response) => {
      beginStream(response).write(delta('for ever'));
    });
    const gateway = await startTestGateway({
      fragments: {
        ...fragments,
        providers: [provider('slow', { baseUrl: upstream.url })],
        models: [model('small', 'slow')],
      },
      config: { drainMs: 50 },
    });
    const stream = await clientOf(gateway).chat.completions.create({
      model: 'small',
      messages: saying('hi'),
      stream: true,
    });
    const reading = collect(stream);
    await waitFor(() => upstream.received[0]);
    await Promise.all([expect(reading).rejects.toThrow(), gateway.running.stop()]);
    expect((await usageOf(gateway))[0]).toMatchObject({ completion: 'client_gone' });
    await rm(gateway.directory, { recursive: true });
  });
});
