import type { ServerResponse } from 'node:http';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { describe, expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import {
  credential,
  group,
  key,
  model,
  provider,
  rule,
  type Fragments,
} from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import {
  answerJson,
  beginStream,
  completion,
  delta,
  ENDING,
  startScriptedProvider,
  type Received,
  type Script,
} from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

const answers: Script = (response) => {
  answerJson(response, completion('good'));
};
const fails =
  (status: number, headers: Record<string, string> = {}): Script =>
  (response) => {
    answerJson(response, { error: { message: 'no' } }, status, headers);
  };

interface Setting {
  /** How the providers `one` and `two` answer. */
  readonly one: Script;
  readonly two?: Script;
  /** Of provider `one`. */
  readonly settings?: Partial<ProviderFragment>;
  /** Of the model `main`, which is at provider `one`. */
  readonly main?: Partial<ModelFragment>;
  readonly more?: Fragments;
}

/** A gateway with two providers: `main` is at the first, and `spare`, its fallback, at the second. */
async function start({ one, two, settings = {}, main = {}, more = {} }: Setting) {
  const first = await startScriptedProvider(one);
  const second = await startScriptedProvider(two ?? answers);
  const gateway = await startTestGateway({
    fragments: {
      providers: [
        provider('one', { baseUrl: first.url, ...settings }),
        provider('two', { baseUrl: second.url }),
      ],
      keys: [key('alice')],
      ...more,
      models: [
        model('main', 'one', { fallbacks: two ? ['spare'] : [], ...main }),
        model('spare', 'two'),
        ...(more.models ?? []),
      ],
    },
  });
  return {
    first,
    second,
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
    },
  };
}

async function ask(gateway: TestGateway, more: object = {}) {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: JSON.stringify({ model: 'main', messages: saying('hi'), ...more }),
  });
  const { headers, status } = response;
  const [by, attempts] = ['x-aicp-model', 'x-aicp-attempts'].map((name) => headers.get(name));
  return {
    status,
    by,
    attempts: Number(attempts),
    retryAfter: headers.get('retry-after'),
    text: await response.text(),
  };
}

async function askTimes(count: number, gateway: TestGateway) {
  const all = [];
  for (let round = 0; round < count; round += 1) all.push(await ask(gateway));
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
    await using all = await start({
      one: (...call) => {
        (isUp ? answers : fails(500))(...call);
      },
      two: answers,
    });
    const { first, gateway } = all;
    const asked = await askTimes(10, gateway);
    expect(asked.map(({ by, status }) => [by, status])).toEqual(Array(10).fill(['spare', 200]));
    expect(asked.map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
    expect(stateOf(gateway)).toEqual(['one/default open', 'two/default closed']);
    isUp = true;
    const served = await waitFor(async () => {
      const { by, attempts } = await ask(gateway);
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
    await using all = await start({
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
    expect(await ask(all.gateway)).toMatchObject({ status: 200, attempts: 1 });
    expect(stateOf(all.gateway)[0]).toBe('one/default closed');
  });

  it('is not let alone for what its callers do wrong', async () => {
    await using all = await start({ one: fails(400), two: answers });
    const asked = await askTimes(30, all.gateway);
    expect(asked.every(({ status, attempts }) => status === 400 && attempts === 1)).toBe(true);
    expect(stateOf(all.gateway)[0]).toBe('one/default closed');
  });

  it('in the midst of its streams is let alone as well', async () => {
    await using all = await start({
      one: (response) => {
        beginStream(response).write(delta('half'), () => response.destroy());
      },
      two: (response) => beginStream(response).end([delta('all'), ...ENDING].join('')),
    });
    const streams = [];
    for (let round = 0; round < 6; round += 1)
      streams.push(await ask(all.gateway, { stream: true }));
    expect(streams.map(({ by }) => by)).toEqual([...Array(5).fill('main'), 'spare']);
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
      await using all = await start({ one: refusing(status), two: answers, ...two() });
      const asked = await askTimes(7, all.gateway);
      expect(asked.every(({ by }) => by === 'main')).toBe(true);
      expect(asked.map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2, 1, 1]);
      expect(stateOf(all.gateway).slice(0, 2)).toEqual(['one/a open', 'one/b closed']);
      expect(all.second.received).toHaveLength(0);
    },
  );

  it('rest for as long as a 429 says', async () => {
    await using all = await start({ one: refusing(429, { 'retry-after': '60' }), ...two() });
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
    await using all = await start({
      one: answers,
      settings: settings ?? {},
      more: { credentials },
    });
    expect(await ask(all.gateway)).toMatchObject({ status: 200 });
    expect(keysAt(all.first.received)).toEqual(['sk-b']);
  });
});

describe('a provider with a limit of requests at a time', () => {
  /** Answers when it is told to. */
  function waiting() {
    const held: ServerResponse[] = [];
    const script: Script = (response) => {
      held.push(response);
    };
    const release = () => {
      for (const response of held.splice(0)) answerJson(response, completion('late'));
    };
    return { held, script, release };
  }

  it('is passed over for the next one while it has as many', async () => {
    const { held, script, release } = waiting();
    await using all = await start({ one: script, two: answers, settings: { concurrentLimit: 2 } });
    const asked = [ask(all.gateway), ask(all.gateway)];
    await waitFor(() => held.length === 2);
    expect(await ask(all.gateway)).toMatchObject({ by: 'spare', attempts: 1 });
    release();
    expect((await Promise.all(asked)).map(({ by }) => by)).toEqual(['main', 'main']);
  });

  it('makes it 503 with retry-after where there is no other', async () => {
    const { held, script, release } = waiting();
    await using all = await start({ one: script, settings: { concurrentLimit: 1 } });
    const asked = ask(all.gateway);
    await waitFor(() => held.length === 1);
    const refused = await ask(all.gateway);
    expect(refused).toMatchObject({ status: 503, retryAfter: '1', attempts: 0 });
    expect(refused.text).toContain('provider_concurrency_limit');
    release();
    expect((await asked).status).toBe(200);
    const again = ask(all.gateway);
    await waitFor(() => held.length === 1);
    release();
    expect((await again).status).toBe(200);
  });
});

describe('hedging', () => {
  const silent: Script = () => undefined;

  it('asks the next as well where the first brings nothing for a while, and takes who answers', async () => {
    await using all = await start({ one: silent, two: answers, settings: { hedgeAfterMs: 50 } });
    expect(await ask(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
    await waitFor(() => all.first.received[0]?.aborted);
    expect((await usageOf(all.gateway))[0]).toMatchObject({
      model_served: 'spare',
      attempts: 2,
      completion: 'complete',
    });
    const counts = all.gateway.running.health.targets().map((one) => one.inFlight);
    expect(counts).toEqual([0, 0]);
  });

  it('asks the same once more where there is no other, and streams from whoever begins', async () => {
    await using all = await start({
      one: (response, _received, count) => {
        if (count > 0) beginStream(response).end([delta('all'), ...ENDING].join(''));
      },
      settings: { hedgeAfterMs: 50 },
    });
    const streamed = await ask(all.gateway, { stream: true });
    expect(streamed).toMatchObject({ status: 200, by: 'main', attempts: 2 });
    expect(streamed.text).toContain('[DONE]');
  });

  it('waits for the other where one fails, and is off without the setting', async () => {
    const late: Script = (...call) => {
      setTimeout(() => {
        answers(...call);
      }, 150);
    };
    await using all = await start({ one: late, two: fails(500), settings: { hedgeAfterMs: 50 } });
    expect(await ask(all.gateway)).toMatchObject({ status: 200, by: 'main', attempts: 2 });
    await using off = await start({ one: late, two: answers });
    expect(await ask(off.gateway)).toMatchObject({ status: 200, by: 'main', attempts: 1 });
  });
});

describe('a request that the provider refuses', () => {
  const refuses =
    (error: object): Script =>
    (response) => {
      answerJson(response, { error }, 400);
    };
  const tooLong = refuses({
    message: "This model's maximum context length is 8192 tokens.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  });
  const filtered = refuses({
    message: 'Filtered.',
    code: 'content_filter',
    type: null,
    param: null,
  });
  const long = { contextWindowFallbacks: ['spare'], fallbacks: ['unasked'] };
  const more = { models: [model('unasked', 'two')] };

  it('for its length goes to the models that are named for this, and to no other', async () => {
    await using all = await start({ one: tooLong, two: answers, main: long, more });
    expect(await ask(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
  });

  it('for its content goes to those that are named for that', async () => {
    const main = { contentPolicyFallbacks: ['both'] };
    const policies = [group('both', { spare: 1 })];
    await using all = await start({ one: filtered, two: answers, main, more: { policies } });
    expect(await ask(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
  });

  it('is told so in the words of the first, where those fail too', async () => {
    await using all = await start({ one: tooLong, two: fails(500), main: long, more });
    const refused = await ask(all.gateway);
    expect(refused).toMatchObject({ status: 400, by: 'main', attempts: 2 });
    expect(refused.text).toContain('context_length_exceeded');
  });

  it('is told so at once, where it is refused for another reason, or nobody may serve instead', async () => {
    await using all = await start({ one: filtered, two: answers, main: long, more });
    expect(await ask(all.gateway)).toMatchObject({ status: 400, by: 'main', attempts: 1 });
    const policies = [rule('no', 'deny', ['spare'])];
    await using denied = await start({
      one: tooLong,
      two: answers,
      main: long,
      more: { ...more, policies },
    });
    expect(await ask(denied.gateway)).toMatchObject({ status: 400, by: 'main', attempts: 1 });
  });
});

describe('time limits', () => {
  const stalls =
    (...events: readonly string[]): Script =>
    (response) => {
      beginStream(response).write(`: hello\n\n${events.join('')}`);
    };

  it.each<[string, NonNullable<ProviderFragment['timeouts']>]>([
    ['its first content', { firstByteMs: 100 }],
    ['all of it', { totalMs: 100 }],
  ])('for %s end a stream that brings none, which is had elsewhere', async (_what, timeouts) => {
    const two: Script = (response) => beginStream(response).end([delta('all'), ...ENDING].join(''));
    await using all = await start({ one: stalls(), two, settings: { timeouts } });
    expect(await ask(all.gateway, { stream: true })).toMatchObject({ by: 'spare', attempts: 2 });
  });

  it.each<[string, NonNullable<ModelFragment['timeouts']>]>([
    ['the next content', { idleMs: 100 }],
    ['all of it', { totalMs: 100 }],
  ])(
    'for %s break a stream that stalls; the model’s count before the provider’s',
    async (_what, timeouts) => {
      const settings = { timeouts: { idleMs: 60_000, totalMs: 60_000 } };
      await using all = await start({ one: stalls(delta('half')), settings, main: { timeouts } });
      const broken = await ask(all.gateway, { stream: true });
      expect(broken.text).toContain('"error"');
      expect(broken.text).not.toContain('[DONE]');
    },
  );
});
