import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { budget } from '../../testing/budgets.ts';
import { startSnapshotServer } from '../../testing/fake-operator.ts';
import {
  credential,
  key,
  model,
  provider,
  rateLimit,
  snapshotOf,
  type Fragments,
} from '../../testing/fragments.ts';
import { startGatewayProcess } from '../../testing/gateway-process.ts';
import { collect } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';
import { readUsage } from '../../usage/journal/read-usage.ts';

/** A nano-USD for each token in, ten for each token out. */
const prices = { input: '1000000', output: '10000000' };
const asked = { model: 'small', input: 'Hello', background: true, store: true };

/** A gateway that is killed while a response runs in the background, and the one that comes after it on its disk, with what stands in the cluster by then. */
async function startKilled(first: Fragments, { polls = 1 } = {}) {
  const parts = new AsyncDisposableStack();
  const { path } = parts.use(await temporaryDirectory());
  const twin = parts.use(await startOpenAiTwin({ backgroundPolls: polls }));
  const up = provider('up', { type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' });
  const token = join(path, 'token');
  await writeFile(token, 'secret');
  /** A process with this configuration, and a client of it. */
  const start = async (fragments: Fragments) => {
    const operator = await startSnapshotServer(
      snapshotOf({
        ...{ providers: [up], credentials: [credential('up', 'sk-vendor')], keys: [key('alice')] },
        ...{ models: [model('small', 'up', { prices })], ...fragments },
      }),
    );
    parts.defer(() => operator.close());
    const gateway = await startGatewayProcess({
      ...{ AICP_DATA_DIR: path, AICP_OPERATOR_URL: operator.url, AICP_TOKEN_FILE: token },
      AICP_EGRESS_ALLOW: 'private,loopback',
    });
    parts.defer(async () => {
      await gateway.end('SIGKILL');
    });
    const baseURL = `http://127.0.0.1:${gateway.port}/v1`;
    return { gateway, client: new OpenAI({ apiKey: 'sk-alice', baseURL, maxRetries: 0 }) };
  };
  const records = () => collect(readUsage(join(path, 'journal')));
  const before = await start(first);
  await before.client.responses.create({ ...asked, max_output_tokens: 1000 });
  await before.gateway.end('SIGKILL');
  expect(await records()).toEqual([]);
  return { start, records, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

type Killed = Awaited<ReturnType<typeof startKilled>>;

/** The one record, when it is there and the gateway that wrote it has ended. */
async function onlyRecord({ records }: Killed, { gateway }: Awaited<ReturnType<Killed['start']>>) {
  await waitFor(async () => ((await records()).length > 0 ? true : undefined));
  await gateway.end('SIGTERM');
  const [record, ...more] = await records();
  expect(more).toEqual([]);
  return record;
}

describe('a response that runs in the background while its gateway is killed', () => {
  it('is settled by the gateway that comes after it, once, to the nano-USD', async () => {
    await using killed = await startKilled({});
    const record = await onlyRecord(killed, await killed.start({}));
    expect(record).toMatchObject({ source: 'provider', completion: 'complete' });
    const { input = 0, output = 0, reasoning = 0 } = record ?? {};
    expect(record?.cost_nano_usd).toBe(input + 10 * (output + reasoning));
    expect(output).toBeGreaterThan(0);
  }, 240_000);

  it('counts what it used at the prices of its time, where its model is gone', async () => {
    await using killed = await startKilled({});
    const others = { models: [model('other', 'up')] };
    const record = await onlyRecord(killed, await killed.start(others));
    expect(record).toMatchObject({ source: 'provider', model_served: 'small' });
    const { input = 0, output = 0, reasoning = 0 } = record ?? {};
    expect(record?.cost_nano_usd).toBe(input + 10 * (output + reasoning));
  }, 240_000);

  it.each([
    ['a budget', { budgets: [budget('each', '0.000017')] }],
    ['a limit on concurrent requests', { rateLimits: [rateLimit('each', { concurrent: 1 })] }],
    ['a limit on tokens', { rateLimits: [rateLimit('each', { tpd: 1500 })] }],
  ])(
    'holds what it held of %s',
    async (_name, limits) => {
      await using killed = await startKilled(limits, { polls: 1_000 });
      const { client } = await killed.start(limits);
      const again = client.responses.create({ ...asked, max_output_tokens: 1000 });
      await expect(again).rejects.toMatchObject({ status: 429 });
    },
    240_000,
  );
});
