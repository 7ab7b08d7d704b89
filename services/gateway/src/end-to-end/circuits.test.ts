import { describe, expect, it } from 'vitest';
import { credential, key, model, provider } from '../testing/fragments.ts';
import {
  beginStream,
  delta,
  ENDING,
  startScriptedProvider,
  type Received,
  type Script,
} from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import {
  answers,
  askMain,
  fails,
  startTwoProviders,
  type Setting,
} from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';

async function askTimes(count: number, gateway: TestGateway) {
  const all = [];
  for (let round = 0; round < count; round += 1) all.push(await askMain(gateway));
  return all;
}

const stateOf = (gateway: TestGateway) =>
  gateway.running.health
    .targets()
    .map(({ provider: { name }, credential: of, state }) => `${name}/${of} ${state}`);

const keysAt = (received: readonly Received[]) =>
  received.map(({ headers }) => String(headers.authorization).replace('Bearer ', ''));

describe('a provider that fails again and again', () => {
  it('is let alone after five faults, and asked again by single probes', async () => {
    let isUp = false;
    await using all = await startTwoProviders({
      one: (...call) => {
        (isUp ? answers : fails(500))(...call);
      },
      two: answers,
    });
    const { first, gateway } = all;
    const asked = await askTimes(10, gateway);
    expect(asked.map(({ by, status }) => [by, status])).toEqual(
      Array.from({ length: 10 }, () => ['spare', 200]),
    );
    expect(asked.map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
    expect(stateOf(gateway)).toEqual(['one/default open', 'two/default closed']);
    isUp = true;
    const served = await waitFor(async () => {
      const { by, attempts } = await askMain(gateway);
      return by === 'main' ? attempts : undefined;
    });
    expect(served).toBe(1);
    expect(first.received).toHaveLength(6);
    expect(stateOf(gateway)).toEqual(['one/default closed', 'two/default closed']);
    const events = gateway.logged.map(
      ({ event, provider: name }) => `${String(event)} ${String(name)}`,
    );
    expect(events.filter((event) => event.startsWith('circuit_'))).toEqual([
      'circuit_opened one',
      'circuit_closed one',
    ]);
  });

  it('is asked all the same where there is no other, and not twice by one request', async () => {
    let isUp = false;
    await using all = await startTwoProviders({
      one: (...call) => {
        (isUp ? answers : fails(503))(...call);
      },
      settings: { maxRetries: 2 },
    });
    const asked = await askTimes(4, all.gateway);
    expect(asked.map(({ status, attempts }) => [status, attempts])).toEqual([
      [502, 3],
      [502, 2],
      [502, 1],
      [502, 1],
    ]);
    isUp = true;
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, attempts: 1 });
    expect(stateOf(all.gateway)[0]).toBe('one/default closed');
  });

  it('is not let alone for what its callers do wrong', async () => {
    await using all = await startTwoProviders({ one: fails(400), two: answers });
    const asked = await askTimes(30, all.gateway);
    expect(asked.every(({ status, attempts }) => status === 400 && attempts === 1)).toBe(true);
    expect(stateOf(all.gateway)[0]).toBe('one/default closed');
  });

  it('in the midst of its streams is let alone as well', async () => {
    await using all = await startTwoProviders({
      one: (response) => {
        beginStream(response).write(delta('half'), () => response.destroy());
      },
      two: (response) => beginStream(response).end([delta('all'), ...ENDING].join('')),
    });
    const streams = [];
    for (let round = 0; round < 6; round += 1)
      streams.push(await askMain(all.gateway, { stream: true }));
    expect(streams.map(({ by }) => by)).toEqual(['main', 'main', 'main', 'main', 'main', 'spare']);
    expect(streams[0]?.text).not.toContain('[DONE]');
    expect(streams[5]?.text).toContain('[DONE]');
  });
});

describe('credentials of one provider', () => {
  const two = (
    weights: readonly [number, number] = [1, 0],
  ): Pick<Setting, 'settings' | 'more'> => ({
    settings: {
      credential: 'set',
      credentials: [
        { name: 'a', weight: weights[0] },
        { name: 'b', weight: weights[1] },
      ],
    },
    more: {
      credentials: [
        { ...credential('one', 'sk-a'), name: 'a' },
        { ...credential('one', 'sk-b'), name: 'b' },
      ],
    },
  });
  const refusing =
    (status: number, headers = {}): Script =>
    (response, received, count) => {
      const isRefused = received.headers.authorization === 'Bearer sk-a';
      (isRefused ? fails(status, headers) : answers)(response, received, count);
    };

  it.each([401, 403, 429])(
    'stand in for one that is refused with %i, and it is let alone',
    async (status) => {
      await using all = await startTwoProviders({ one: refusing(status), two: answers, ...two() });
      const asked = await askTimes(7, all.gateway);
      expect(asked.every(({ by }) => by === 'main')).toBe(true);
      expect(asked.map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2, 1, 1]);
      expect(stateOf(all.gateway).slice(0, 2)).toEqual(['one/a open', 'one/b closed']);
      expect(all.second.received).toHaveLength(0);
    },
  );

  it('rest for as long as a 429 says', async () => {
    await using all = await startTwoProviders({
      one: refusing(429, { 'retry-after': '60' }),
      ...two(),
    });
    const asked = await askTimes(3, all.gateway);
    expect(asked.map(({ attempts }) => attempts)).toEqual([2, 1, 1]);
    const [a] = all.gateway.running.health.summary().providers;
    expect(Date.parse(a?.openUntil ?? '') - Date.now()).toBeGreaterThan(50_000);
  });

  it('share the requests by their weights', async () => {
    const random = [0.1, 0.7, 0.74, 0.76, 0.9];
    await using upstream = await startScriptedProvider(answers);
    const { settings, more } = two([3, 1]);
    await using gateway = await startTestGateway({
      random: () => random.shift() ?? 0,
      fragments: {
        ...more,
        providers: [provider('one', { baseUrl: upstream.url, ...settings })],
        models: [model('main', 'one')],
        keys: [key('alice')],
      },
    });
    random.splice(0, random.length, 0.1, 0.7, 0.74, 0.76, 0.9);
    await askTimes(5, gateway);
    expect(keysAt(upstream.received).sort()).toEqual(['sk-a', 'sk-a', 'sk-a', 'sk-b', 'sk-b']);
  });

  it('that are not there are left out', async () => {
    const { settings, more } = two();
    const credentials = more?.credentials?.slice(1) ?? [];
    await using all = await startTwoProviders({
      one: answers,
      settings: settings ?? {},
      more: { credentials },
    });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200 });
    expect(keysAt(all.first.received)).toEqual(['sk-b']);
  });
});
