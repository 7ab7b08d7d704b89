import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAssertion, type Delegator, type Use } from '@aicp/contracts/delegation/assertion';
import { describe, expect, it } from 'vitest';
import { budget } from '../testing/budgets.ts';
import { key, rateLimit, settings, type Fragments } from '../testing/fragments.ts';
import { standingClock } from '../testing/limited-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { callTarget } from './call-target.ts';
import type { CallRoutes } from './call-routes.ts';
import { Call } from './call.ts';
import { letIn } from './caller.ts';

const lookup = callTarget({
  server: 'mcp:search',
  name: 'lookup',
  organization: undefined,
  priceNanoUsd: 2_000_000n,
  rpmLimit: 5,
});

/** Calls the tool, and answers at once, or never where it is told so. */
const routes: CallRoutes = (app, gateway) => {
  app.post('/tool', (request, response) => {
    const caller = letIn(gateway, { request, response }, 'tool');
    if ('status' in caller) {
      response.status(caller.status).json(caller);
      return;
    }
    void Call.begin(caller, lookup).then((call) => {
      if (!(call instanceof Call)) response.status(call.status).json(call);
      else if (request.headers['x-silent'] === undefined) {
        call.end({ completion: 'complete', status: 200 });
        response.json({ id: call.id });
      }
    });
  });
};

const start = (fragments: Fragments = {}, config = {}) =>
  startTestGateway({
    clock: standingClock,
    calls: [routes],
    config,
    fragments: { keys: [key('alice')], ...fragments },
  });

async function callTool(
  { url }: Pick<TestGateway, 'url'>,
  secret = 'sk-alice',
  init: { readonly headers?: Record<string, string>; readonly signal?: AbortSignal } = {},
): Promise<{ status: number; code?: string; message?: string }> {
  const headers = { authorization: `Bearer ${secret}`, ...init.headers };
  const response = await fetch(`${url}/tool`, { method: 'POST', ...init, headers });
  return { ...((await response.json()) as object), status: response.status };
}

describe('a call of a tool', () => {
  it('is a record with its price, a decision, and a request of its limits', async () => {
    await using gateway = await start();
    expect(await callTool(gateway)).toMatchObject({ status: 200 });
    const [record] = await usageOf(gateway, 1);
    expect(record).toMatchObject({
      key: 'alice',
      model_asked: 'mcp:search/lookup',
      model_served: 'mcp:search/lookup',
      provider: 'mcp:search',
      completion: 'complete',
      cost_nano_usd: 2_000_000,
      price_version: 'call@2000000',
      input: 0,
    });
    const [decision] = gateway.running.decisions.newest();
    expect(decision).toMatchObject({
      asked_model: 'mcp:search/lookup',
      result: 'serve',
      attributes: { call: 'tool' },
    });
  });

  it('of somebody unknown is refused and leaves no record, one beyond a limit leaves one', async () => {
    await using gateway = await start();
    expect(await callTool(gateway, 'sk-nobody')).toMatchObject({ status: 401 });
    const all = await Promise.all(Array.from({ length: 9 }, () => callTool(gateway)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = all.find(({ status }) => status === 429);
    expect(refused?.message).toContain('"mcp:search/lookup" allows 5 requests a minute');
    const records = await usageOf(gateway, 9);
    const left = records.filter(({ completion }) => completion === 'refused');
    expect(left.map(({ cost_nano_usd: cost }) => cost)).toEqual([0, 0, 0, 0]);
  });

  it('counts in limits of its key and in budgets', async () => {
    await using limited = await start({ rateLimits: [rateLimit('each-key', { rpm: 1 })] });
    await callTool(limited);
    expect(await callTool(limited)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    await using poor = await start({ budgets: [budget('poor', '0.003')] });
    expect(await callTool(poor)).toMatchObject({ status: 200 });
    expect(await callTool(poor)).toMatchObject({ status: 429, code: 'insufficient_quota' });
  });

  it('is refused while the installation is in maintenance', async () => {
    await using gateway = await start({
      settings: settings({ features: { ...settings().features, maintenanceMode: true } }),
    });
    expect(await callTool(gateway)).toMatchObject({ status: 503, code: 'maintenance' });
  });

  it('whose client leaves is over, and is charged', async () => {
    await using gateway = await start();
    const leaving = new AbortController();
    const init = { headers: { 'x-silent': '1' }, signal: leaving.signal };
    const asked = callTool(gateway, 'sk-alice', init).catch(() => undefined);
    await expect.poll(async () => await inFlight(gateway)).toBe(1);
    leaving.abort();
    await asked;
    const [record] = await usageOf(gateway, 1);
    expect(record).toMatchObject({ completion: 'client_gone', cost_nano_usd: 2_000_000 });
    expect(await inFlight(gateway)).toBe(0);
  });
});

const inFlight = async ({ url }: Pick<TestGateway, 'url'>): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^aicp_gateway_requests_in_flight\{?.*?\}? (\d+)$/m.exec(text)?.[1] ?? -1);
};

describe('a step of an execution', () => {
  const secret = 'the secret of the gateway and of the workflow engine';
  const alice = { type: 'key', uid: key('alice').source.uid, generation: 0 } as const;
  const credential = (use: Use, of: Delegator = alice) =>
    makeAssertion(of, {
      secret,
      nowMs: standingClock.now(),
      execution: { id: 'e-1', step: 'search', use },
    });

  it('calls as its principal, once, for what its credential says, and is marked', async () => {
    await using directory = await temporaryDirectory();
    const workflowKeyFile = join(directory.path, 'key');
    await writeFile(workflowKeyFile, secret);
    await using gateway = await start({}, { workflowKeyFile });
    const good = credential('tool');
    expect(await callTool(gateway, good)).toMatchObject({ status: 200 });
    const [record] = await usageOf(gateway, 1);
    expect(record).toMatchObject({ key: 'alice', tags: { execution: 'e-1', step: 'search' } });
    const plain = makeAssertion(alice, { secret, nowMs: standingClock.now() });
    const stranger = credential('tool', { ...alice, uid: 'nobody' });
    for (const bad of [good, credential('model'), credential('agent'), plain, stranger]) {
      expect(await callTool(gateway, bad)).toMatchObject({ status: 401 });
    }
    const [forModels, forTools] = await Promise.all(
      [credential('model'), credential('tool')].map((one) => chat(gateway, one)),
    );
    expect([forModels, forTools]).toEqual([404, 401]);
  });
});

async function chat({ url }: Pick<TestGateway, 'url'>, secret: string): Promise<number> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ model: 'none', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await response.arrayBuffer();
  return response.status;
}
