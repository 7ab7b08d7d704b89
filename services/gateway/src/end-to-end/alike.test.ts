import { randomUUID } from 'node:crypto';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { ALIKE, askIt, CONTRARY, FAR, FIRST, OTHER, startAlike } from '../testing/alike-gateway.ts';
import { budget } from '../testing/budgets.ts';
import { contentOf, metricsOf, PRICES, textOf } from '../testing/cached-gateway.ts';
import { abTest } from '../testing/ab-tests.ts';
import { rateLimit, type Fragments } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { answerJson, type Script } from '../testing/scripted-provider.ts';
import { waitFor } from '../testing/wait-for.ts';

describe('the cache, where it also answers questions that ask the same', () => {
  it('gives the answer to another question again, and says what it cost to find out', async () => {
    await using world = await startAlike();
    const first = await askIt(world, FIRST);
    const alike = await askIt(world, ALIKE, { as: 'ben' });
    expect([first.state, alike.state]).toEqual(['miss', 'hit']);
    expect(alike.text).toBe(first.text);
    expect(world.upstream.received).toHaveLength(1);
    expect(world.vectors.received.map(({ path }) => path)).toEqual([
      '/v1/embeddings',
      '/v1/embeddings',
    ]);
    const records = await usageOf(world.gateway, 4);
    const asked = records.filter(({ model_served: model }) => model === 'embed');
    expect(asked).toHaveLength(2);
    for (const one of asked) {
      expect(one).toMatchObject({ input: 9, output: 0, cost_nano_usd: 9_000, source: 'provider' });
      expect(one).toMatchObject({ organization: 'acme', team: 'ml', status: 200, cache: null });
    }
    expect(records.filter(({ model_served: model }) => model === 'small')).toMatchObject([
      { cache: 'miss', cost_nano_usd: 20_000, key: 'ann' },
      { cache: 'hit', cost_nano_usd: 0, key: 'ben', saved: { tokens: 15, cost_nano_usd: 20_000 } },
    ]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(4);
  });

  it('asks no model about a question that is answered already, word for word', async () => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    expect((await askIt(world, FIRST)).state).toBe('hit');
    expect(world.vectors.received).toHaveLength(1);
  });

  it('gives it again as a stream', async () => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    const stream = await askIt(world, ALIKE, { body: { stream: true } });
    expect(stream.state).toBe('hit');
    expect(textOf(stream.text)).toBe('answer 0');
  });

  it.each([
    ['is less alike than that', FAR],
    ['says the contrary', CONTRARY],
    ['differs in one word', OTHER],
  ])('does not where a question %s', async (_, question) => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    expect((await askIt(world, question)).state).toBe('miss');
  });

  it.each([
    ['somebody of another team', { as: 'cat' }],
    ['somebody of another organization', { as: 'dan' }],
    ['another model', { body: { model: 'large' } }],
    ['another bound', { body: { max_tokens: 7 } }],
    [
      'another system prompt',
      {
        body: {
          messages: [
            { role: 'system', content: 'x' },
            { role: 'user', content: ALIKE },
          ],
        },
      },
    ],
  ] as const)('is for %s another question', async (_, how) => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    expect((await askIt(world, ALIKE, how)).state).toBe('miss');
  });

  it('is the same question whoever the request names', async () => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    expect((await askIt(world, ALIKE, { body: { user: 'x' } })).state).toBe('hit');
  });

  it('keeps to guardrails: who has others has other answers', async () => {
    const guardrails = [guardrail('own', { organization: 'globex', stages: ['input'] })];
    await using world = await startAlike({
      terms: { scope: 'organization' },
      more: { guardrails },
    });
    await askIt(world, FIRST, { as: 'ann' });
    expect((await askIt(world, ALIKE, { as: 'cat' })).state).toBe('hit');
    expect((await askIt(world, ALIKE, { as: 'dan' })).state).toBe('miss');
  });

  it.each<[string, Script]>([
    ['an error', (response) => answerJson(response, { error: { message: 'no' } }, 500)],
    ['a refusal', (response) => answerJson(response, { error: { message: 'no' } }, 400)],
    ['no vector', (response) => answerJson(response, { data: [] })],
    [
      'a vector without a direction',
      (response) => answerJson(response, { data: [{ embedding: [0, 0] }] }),
    ],
    ['no JSON', (response) => response.writeHead(200).end('<html>')],
    ['nothing', (response) => response.destroy()],
  ])('is served as ever where the model answers with %s', async (_, script) => {
    await using world = await startAlike({ script });
    for (const question of [FIRST, ALIKE]) {
      const { status, state } = await askIt(world, question);
      expect([status, state]).toEqual([200, 'miss']);
    }
    const [failed] = (await usageOf(world.gateway, 4)).filter(
      ({ model_served: model }) => model === 'embed',
    );
    const completion = failed?.status === 400 ? 'complete' : 'provider_failed';
    expect(failed).toMatchObject({ cost_nano_usd: 0, completion, input: 0 });
    expect([400, 502]).toContain(failed?.status);
  });

  it('records what a model counted whose vector is of no use', async () => {
    const script: Script = (response) =>
      answerJson(response, { data: [{ embedding: [0, 0] }], usage: { prompt_tokens: 5 } });
    await using world = await startAlike({ script });
    await askIt(world, FIRST);
    const [failed] = (await usageOf(world.gateway, 2)).filter(
      ({ model_served: model }) => model === 'embed',
    );
    expect(failed).toMatchObject({ completion: 'provider_failed', input: 5, source: 'provider' });
    expect(failed?.cost_nano_usd).toBeGreaterThan(0);
    const told = world.gateway.logged.filter(({ event }) => event === 'embeddings_failed');
    expect(told).toMatchObject([{ provider: 'vectors', model: 'embed', kind: 'unexpected' }]);
    expect(await metricsOf(world.gateway)).toMatch(
      /attempt_failures_total\{[^}]*provider="vectors",kind="unexpected"[^}]*\} 1/,
    );
  });

  it('waits once for a model that does not answer', async () => {
    // It is tried again after a rest, which this clock makes a thousand times as long.
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() / 1000 };
    await using world = await startAlike({ script: () => undefined, config: { clock } });
    for (const question of [FIRST, ALIKE, FAR]) {
      expect((await askIt(world, question)).status).toBe(200);
    }
    expect(world.vectors.received).toHaveLength(1);
  });

  it('holds nothing against a provider that answers chat, and not this', async () => {
    // It answers questions for vectors with chat completions.
    const models = (world: { readonly models?: Fragments['models'] }) =>
      (world.models ?? []).map((one) => (one.id === 'embed' ? { ...one, provider: 'up' } : one));
    await using world = await startAlike();
    await world.gateway.operator.push({ ...world.fragments, models: models(world.fragments) });
    await waitFor(async () => {
      await askIt(world, randomUUID());
      return world.upstream.received.some(({ path }) => path === '/v1/embeddings');
    });
    for (let turn = 0; turn < 25; turn += 1) {
      expect((await askIt(world, `asks for ${randomUUID()}`)).status).toBe(200);
    }
    const asked = world.upstream.received.filter(({ path }) => path === '/v1/embeddings');
    expect(asked.length).toBeLessThan(10);
  });

  it('believes no count that no text of its length can have', async () => {
    const script: Script = (response) =>
      answerJson(response, {
        data: [{ embedding: [1, 0] }],
        usage: { prompt_tokens: 900_000 },
      });
    await using world = await startAlike({ script });
    await askIt(world, FIRST);
    const [asked] = (await usageOf(world.gateway, 2)).filter(
      ({ model_served: model }) => model === 'embed',
    );
    expect(asked?.source).toBe('estimate');
    expect(asked?.input).toBeLessThan(100);
  });

  it('counts what it costs to the budgets of who asks, and asks nobody beyond them', async () => {
    const budgets = [budget('small', '0.000100', { scope: 'team' })];
    await using world = await startAlike({ more: { budgets } });
    expect((await askIt(world, FIRST, { body: { max_tokens: 5 } })).status).toBe(200);
    let status = 200;
    for (let turn = 0; turn < 20 && status === 200; turn += 1) {
      const how = { body: { max_tokens: 5 }, headers: { 'x-aicp-cache': 'no-store' } };
      ({ status } = await askIt(world, `${turn} ${ALIKE}`, how));
    }
    expect(status).toBe(429);
    const before = world.vectors.received.length;
    expect((await askIt(world, ALIKE, { body: { max_tokens: 5 } })).status).toBe(429);
    expect(world.vectors.received).toHaveLength(before);
  });

  it('counts a hit to no limit of a model', async () => {
    const rateLimits = [rateLimit('m', { scope: 'model', rpm: 2 })];
    await using world = await startAlike({ more: { rateLimits } });
    const told: unknown[] = [];
    for (const question of [FIRST, ALIKE, CONTRARY, FAR]) {
      const { status, state } = await askIt(world, question);
      told.push([status, state]);
    }
    expect(told).toEqual([
      [200, 'miss'],
      [200, 'hit'],
      [200, 'miss'],
      [429, null],
    ]);
  });

  it('has the model that was asked for answer again, and be in no A/B test', async () => {
    const abTests = [abTest('t', ['small', 'large'], { share: 10_000 })];
    await using world = await startAlike();
    await askIt(world, FIRST);
    await world.gateway.operator.push({ ...world.fragments, abTests });
    const fresh = { headers: { 'x-aicp-cache': 'no-store' } };
    await waitFor(async () => {
      const { response } = await askIt(world, randomUUID(), fresh);
      return response.headers.get('x-aicp-ab-test') !== null;
    });
    const { state, response } = await askIt(world, ALIKE);
    expect(state).toBe('hit');
    expect(response.headers.get('x-aicp-model')).toBe('small');
    expect(response.headers.get('x-aicp-ab-test')).toBeNull();
    const records = await usageOf(world.gateway, 4);
    expect(records.find(({ cache }) => cache === 'hit')).toMatchObject({
      ...{ model_served: 'small', ab_test: null, variant: null },
    });
  });

  it('says also of one that was found to be alike before that it is', async () => {
    await using world = await startAlike();
    for (const question of [FIRST, ALIKE, ALIKE]) await askIt(world, question);
    await waitFor(async () =>
      /cache_requests_total\{[^}]*reason="alike"[^}]*\} 2/.test(await metricsOf(world.gateway)),
    );
  });

  it('begins anew where another model tells', async () => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    const { gateway, fragments } = world;
    const models = (fragments.models ?? []).map((one) =>
      one.id === 'embed' ? { ...one, upstreamModel: 'another' } : one,
    );
    await gateway.operator.push({ ...fragments, models });
    await waitFor(async () => {
      const { state } = await askIt(world, ALIKE, { headers: { 'x-aicp-cache': 'no-store' } });
      return state === 'miss';
    });
  });

  it('gives those who wait for the same the answer that was found', async () => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    const all = await Promise.all(Array.from({ length: 5 }, () => askIt(world, ALIKE)));
    expect(all.map(({ state }) => state)).toEqual(Array(5).fill('hit'));
    expect(all.map(({ text }) => contentOf(text))).toEqual(Array(5).fill('answer 0'));
    expect(world.vectors.received).toHaveLength(2);
    await waitFor(async () =>
      /cache_requests_total\{[^}]*reason="alike"[^}]*\} 5/.test(await metricsOf(world.gateway)),
    );
  });

  it('tells what was used of the model that tells', async () => {
    await using world = await startAlike();
    await askIt(world, FIRST);
    expect(await metricsOf(world.gateway)).toMatch(/model="embed"/);
    expect(PRICES.input).toBe('1000000000');
  });
});
