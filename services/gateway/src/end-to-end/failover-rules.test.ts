import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { saying } from '../testing/clients.ts';
import { startSnapshotServer } from '../testing/fake-operator.ts';
import { failover, key, model, provider, rule, snapshotOf } from '../testing/fragments.ts';
import { startGatewayProcess } from '../testing/gateway-process.ts';
import {
  answerJson,
  completion,
  startScriptedProvider,
  type Script,
} from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { answers, fails } from '../testing/two-providers.ts';

/** Two providers, of which the first is as a test says. */
async function providers() {
  let script: Script = answers;
  const source = await startScriptedProvider((...all) => {
    script(...all);
  });
  const target = await startScriptedProvider(answers);
  return {
    fragments: {
      providers: [
        provider('one', { baseUrl: source.url }),
        provider('two', { baseUrl: target.url }),
      ],
      models: [model('main', 'one', { aliases: ['best'] }), model('spare', 'two')],
      keys: [key('alice'), key('bob', { organization: 'acme' })],
    },
    source,
    target,
    becomes: (next: Script) => {
      script = next;
    },
    [Symbol.asyncDispose]: async () => {
      await source[Symbol.asyncDispose]();
      await target[Symbol.asyncDispose]();
    },
  };
}

interface Answered {
  readonly status: number;
  readonly by: string | null;
  readonly from: string | null;
  readonly rule: string | null;
}

async function ask(url: string, who = 'alice', more: object = {}): Promise<Answered> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${who}` },
    body: JSON.stringify({ model: 'main', messages: saying('hi'), ...more }),
  });
  const { headers, status } = response;
  await response.text();
  return {
    status,
    by: headers.get('x-aicp-model'),
    from: headers.get('x-aicp-routed-from'),
    rule: headers.get('x-aicp-failover'),
  };
}

/** How the one rule stands, as the gateway's metrics have it. */
async function active(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^aicp_gateway_failover_active\{[^}]*\} (\S+)$/m.exec(text)?.[1]);
}

const slowly =
  (ms: number): Script =>
  (response) => {
    setTimeout(answerJson, ms, response, completion('late'));
  };

describe('a failover rule', () => {
  it('moves traffic within five seconds, back after its cooldown in shares, and no request fails', async () => {
    await using around = await providers();
    const clock = new ManualClock();
    await using gateway = await startTestGateway({
      clock,
      random: Math.random,
      fragments: {
        ...around.fragments,
        failovers: [failover('main', 'spare', { condition: 'error_rate > 0.2' })],
      },
    });
    const all: Answered[] = [];
    /** Ten requests a second, for so many; answers how many the source got in each. */
    const seconds = async (count: number): Promise<number[]> => {
      const got: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const before = around.source.received.length;
        for (let one = 0; one < 10; one += 1) all.push(await ask(gateway.url));
        got.push(around.source.received.length - before);
        await clock.advance(1_000);
      }
      return got;
    };
    await seconds(3);
    expect(all.at(-1)).toEqual({ status: 200, by: 'main', from: null, rule: null });
    around.becomes(fails(500));
    const moved = { status: 200, by: 'spare', from: 'main', rule: 'main-to-spare' };
    await seconds(5);
    expect(await active(gateway.url)).toBe(1);
    expect((await seconds(3)).slice(1)).toEqual([0, 0]);
    expect(all.at(-1)).toEqual(moved);

    around.becomes(answers);
    await clock.advance(280_000);
    expect(await seconds(5)).toEqual([0, 0, 0, 0, 0]);
    await clock.advance(20_000);
    const back = await seconds(40);
    expect(back[0]).toBeLessThan(5);
    expect(back.at(-1)).toBe(10);
    expect(await active(gateway.url)).toBe(0);
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    const reports = gateway.operator.polls.flatMap(({ health }) => health?.failovers ?? []);
    expect(reports.map(({ state }) => state)).toContain('failed_over');
    expect(gateway.logged.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['failover_began', 'failover_probes', 'failover_ended']),
    );
  });

  it('moves traffic from a source that is slow', async () => {
    await using around = await providers();
    await using gateway = await startTestGateway({
      random: Math.random,
      fragments: {
        ...around.fragments,
        failovers: [failover('main', 'spare', { condition: 'p95_ms > 250' })],
      },
    });
    for (let index = 0; index < 30; index += 1) await ask(gateway.url);
    around.becomes(slowly(500));
    const began = performance.now();
    let one: Answered;
    do one = (await Promise.all([ask(gateway.url), ask(gateway.url)]))[0];
    while (one.by === 'main');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(one).toMatchObject({ status: 200, by: 'spare', rule: 'main-to-spare' });
  });

  it('of an organization moves its own requests alone, and nobody to what he may not use', async () => {
    await using around = await providers();
    const clock = new ManualClock();
    const { keys, ...rest } = around.fragments;
    await using gateway = await startTestGateway({
      clock,
      fragments: {
        ...rest,
        keys: [
          ...keys,
          key('carol', { organization: 'acme', allowedModels: ['main'] }),
          key('dave', { organization: 'acme', team: 'risk' }),
        ],
        policies: [rule('no-spare', 'deny', ['spare'], { condition: 'team == risk' })],
        failovers: [failover('main', 'spare', { organization: 'acme' })],
      },
    });
    around.becomes(fails(500));
    for (let index = 0; index < 20; index += 1) await ask(gateway.url, 'bob');
    await clock.advance(1_000);
    around.becomes(answers);
    const asked = await Promise.all(
      ['alice', 'bob', 'carol', 'dave'].map((who) => ask(gateway.url, who)),
    );
    expect(asked.map(({ by }) => by)).toEqual(['main', 'spare', 'main', 'main']);
    expect(await ask(gateway.url, 'bob', { model: 'best' })).toMatchObject({ from: 'best' });
    const stream = await ask(gateway.url, 'bob', { model: 'spare' });
    expect(stream).toEqual({ status: 200, by: 'spare', from: null, rule: null });
    const steps = gateway.running.decisions.newest().flatMap(({ steps: all }) => all);
    expect(steps.filter(({ stage }) => stage === 'failover')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ outcome: 'failed_over', policy: 'main-to-spare' }),
        expect.objectContaining({ outcome: 'stays', policy: 'main-to-spare' }),
      ]),
    );
  });

  it('stands as it stood when a new snapshot comes, and begins anew when it is another', async () => {
    await using around = await providers();
    const clock = new ManualClock();
    const withRule = (condition: string, cooldownMinutes = 5) => ({
      ...around.fragments,
      failovers: [failover('main', 'spare', { condition, cooldownMinutes })],
    });
    await using gateway = await startTestGateway({
      clock,
      fragments: withRule('error_rate > 0.5'),
    });
    around.becomes(fails(500));
    for (let index = 0; index < 20; index += 1) await ask(gateway.url);
    await clock.advance(1_000);
    expect(await active(gateway.url)).toBe(1);
    await gateway.operator.push({ ...withRule('error_rate > 0.5'), keys: [key('alice')] });
    expect(await active(gateway.url)).toBe(1);
    await gateway.operator.push(withRule('error_rate > 0.6'));
    expect(await active(gateway.url)).toBe(0);
  });
});

it('moves traffic with nothing alive but the gateway, which was started from its disk, and the providers', async () => {
  await using around = await providers();
  await using directory = await temporaryDirectory();
  const operator = await startSnapshotServer(
    snapshotOf({
      ...around.fragments,
      failovers: [failover('main', 'spare', { condition: 'error_rate > 0.2', cooldownMinutes: 0 })],
    }),
  );
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  const environment = {
    AICP_DATA_DIR: directory.path,
    AICP_OPERATOR_URL: operator.url,
    AICP_TOKEN_FILE: token,
    AICP_EGRESS_ALLOW: 'loopback',
    AICP_DRAIN_SECONDS: '0',
  };
  await (await startGatewayProcess(environment)).end('SIGTERM');
  await operator.close();
  const gateway = await startGatewayProcess(environment);
  const url = `http://127.0.0.1:${gateway.port}`;
  const all: Answered[] = [];
  const until = async (isSo: () => boolean): Promise<number> => {
    const began = performance.now();
    do all.push(...(await Promise.all(Array.from({ length: 10 }, () => ask(url)))));
    while (!isSo());
    return performance.now() - began;
  };
  await until(() => all.length >= 100);
  around.becomes(fails(500));
  let asked = 0;
  const isAway = (): boolean => {
    const before = asked;
    asked = around.source.received.length;
    return before === asked;
  };
  expect(await until(isAway)).toBeLessThan(5_000);
  expect(all.at(-1)).toEqual({ status: 200, by: 'spare', from: 'main', rule: 'main-to-spare' });
  around.becomes(answers);
  const isBack = (): boolean => all.slice(-200).every(({ by }) => by === 'main');
  await until(isBack);
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  await gateway.end('SIGTERM');
}, 90_000);

const program = redisProgram();

it.skipIf(program === undefined)(
  'two gateways of which each sees half of the failures leave the source together, and go on without Redis',
  async () => {
    await using stack = new AsyncDisposableStack();
    const around = stack.use(await providers());
    const redis = await RedisServer.start(program ?? '');
    stack.defer(() => redis.stop());
    const start = async (instance: string) => {
      const settings = { AICP_REDIS_URL: redis.url, AICP_REDIS_DEADLINE_MS: '5000' };
      return stack.use(
        await startTestGateway({
          config: { instance, redis: z.object(REDIS_ENVIRONMENT).parse(settings) },
          replicas: 2,
          fragments: { ...around.fragments, failovers: [failover('main', 'spare')] },
        }),
      );
    };
    const gateways = [await start('gateway-0'), await start('gateway-1')];
    const shares = () => Promise.all(gateways.map(({ url }) => active(url)));
    around.becomes(fails(500));
    for (const { url } of gateways) {
      for (let index = 0; index < 10; index += 1) expect((await ask(url)).status).toBe(200);
    }
    const began = performance.now();
    await expect.poll(shares, { timeout: 5_000 }).toEqual([1, 1]);
    process.stdout.write(`both left after ${Math.round(performance.now() - began)} ms\n`);
    await redis.kill();
    for (const { url } of gateways)
      expect(await ask(url)).toMatchObject({ status: 200, by: 'spare' });
  },
);
