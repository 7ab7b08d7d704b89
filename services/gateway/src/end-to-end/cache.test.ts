import { describe, expect, it } from 'vitest';
import {
  ask,
  cached,
  contentOf,
  counting,
  eventsOf,
  metricsOf,
  PRICES,
  startCached,
  textOf,
} from '../testing/cached-gateway.ts';
import { model, rateLimit, settings } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { answerJson, completion, type Script } from '../testing/scripted-provider.ts';
import { waitFor } from '../testing/wait-for.ts';

describe('the cache', () => {
  it('gives an answer again to the same question: byte for byte, for nothing, and says so', async () => {
    await using world = await startCached();
    const first = await ask(world.gateway);
    const again = await ask(world.gateway, { as: 'ben' });
    expect([first.state, again.state]).toEqual(['miss', 'hit']);
    expect(again.text).toBe(first.text);
    expect(again.response.headers.get('x-aicp-cost-usd')).toBe('0');
    expect(again.response.headers.get('x-aicp-model')).toBe('small');
    expect(again.response.headers.get('x-aicp-attempts')).toBeNull();
    expect(world.upstream.received).toHaveLength(1);
    const [missed, hit] = await usageOf(world.gateway, 2);
    expect(missed).toMatchObject({ cache: 'miss', saved: null, cost_nano_usd: 20_000 });
    expect(hit).toMatchObject({
      ...{ cache: 'hit', saved: { tokens: 15, cost_nano_usd: 20_000 } },
      ...{ input: 0, output: 0, cost_nano_usd: 0, attempts: 0, status: 200, key: 'ben' },
      ...{ model_served: 'small', provider: 'up', completion: 'complete' },
    });
  });

  it('takes requests for the same that mean the same, in whatever order and form', async () => {
    await using world = await startCached();
    await ask(world.gateway, { body: { temperature: 0.5, top_p: 1, user: 'one' } });
    const messages = [{ content: 'hi', role: 'user' }];
    const other = { top_p: 1, temperature: 0.5, messages, user: 'two', metadata: { a: 'b' } };
    expect((await ask(world.gateway, { body: other })).state).toBe('hit');
    expect((await ask(world.gateway, { body: { ...other, top_p: 0.9 } })).state).toBe('miss');
    expect((await ask(world.gateway, { body: { ...other, model: 'large' } })).state).toBe('miss');
  });

  it.each([
    { scope: 'organization', hits: ['ann', 'ben', 'cat'] },
    { scope: 'team', hits: ['ann', 'ben'] },
    { scope: 'key', hits: ['ann'] },
    { scope: 'user', hits: ['ann'] },
  ] as const)('shares within the $scope alone', async ({ scope, hits }) => {
    await using world = await startCached({ scope });
    await ask(world.gateway);
    const found: string[] = [];
    for (const as of ['ann', 'ben', 'cat', 'dan', 'eve']) {
      const { state } = await ask(world.gateway, { as, headers: { 'x-aicp-cache': 'no-store' } });
      if (state === 'hit') found.push(as);
    }
    expect(found).toEqual(hits);
  });

  it('gives a document again as a stream, and a stream as a document, with the same ids', async () => {
    await using world = await startCached();
    const document = JSON.parse((await ask(world.gateway)).text) as Record<string, unknown>;
    const stream = await ask(world.gateway, { body: { stream: true } });
    expect(stream.state).toBe('hit');
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(textOf(stream.text)).toBe('answer 0');
    expect(stream.text).toContain('data: [DONE]\n\n: x-aicp-cost-usd 0\n\n');
    for (const event of eventsOf(stream.text)) {
      expect(event).toMatchObject({ id: document['id'], created: document['created'] });
      expect(event).not.toHaveProperty('usage');
    }
    const withUsage = { stream: true, stream_options: { include_usage: true } };
    const counted = await ask(world.gateway, { body: withUsage });
    expect(eventsOf(counted.text).at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: 15 },
    });

    const question = { messages: [{ role: 'user', content: 'another' }] };
    const streamed = await ask(world.gateway, { body: { ...question, stream: true } });
    expect(streamed.state).toBe('miss');
    const whole = await ask(world.gateway, { body: question });
    expect([whole.state, contentOf(whole.text)]).toEqual(['hit', textOf(streamed.text)]);
    expect(JSON.parse(whole.text)).toMatchObject({
      ...{ id: 'chatcmpl-1', object: 'chat.completion' },
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    });
  });

  it('asks anew where the client wants that, and keeps nothing that it does not want kept', async () => {
    await using world = await startCached();
    const unkept = { headers: { 'cache-control': 'no-store' } };
    expect((await ask(world.gateway, unkept)).state).toBe('miss');
    expect((await ask(world.gateway)).state).toBe('miss');
    const fresh = await ask(world.gateway, { headers: { 'x-aicp-cache': 'no-cache' } });
    expect([fresh.state, contentOf(fresh.text)]).toEqual(['bypass', 'answer 2']);
    expect(contentOf((await ask(world.gateway)).text)).toBe('answer 2');
  });

  it.each([
    ['a higher temperature', { temperature: 1.5 }],
    ['several answers', { n: 2 }],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
    ],
    ['tools of the provider', { tools: [{ type: 'web_search' }] }],
    ['a search', { web_search_options: {} }],
    ['sound', { modalities: ['text', 'audio'] }],
    ['what the provider is to store', { store: true }],
    ['a number that is not exact', { seed: 2 ** 53 }],
  ])('leaves %s alone', async (_, body) => {
    await using world = await startCached();
    expect((await ask(world.gateway, { body })).state).toBe('bypass');
    expect((await ask(world.gateway, { body })).state).toBe('bypass');
    expect(world.upstream.received).toHaveLength(2);
  });

  it('leaves a request alone that has a member twice, which readers may not read alike', async () => {
    await using world = await startCached();
    const body = '{"model":"small","messages":[],"temperature":0,"temperature":1}';
    const init = { method: 'POST', headers: { authorization: 'Bearer sk-ann' }, body };
    const answer = await fetch(`${world.gateway.url}/v1/chat/completions`, init);
    expect(answer.headers.get('x-aicp-cache')).toBe('bypass');
  });

  it.each([
    ['calls a tool', { content: null, tool_calls: [{ id: 'a' }] }, 'tool_calls'],
    ['is cut short', { content: 'half' }, 'length'],
    ['is a refusal', { content: null, refusal: 'no' }, 'stop'],
  ])('keeps no answer that %s', async (_, message, reason) => {
    await using world = await startCached({}, (response) => {
      const choices = [{ index: 0, message: { role: 'assistant', ...message } }];
      answerJson(response, {
        ...completion(''),
        choices: choices.map((choice) => ({ ...choice, finish_reason: reason })),
      });
    });
    await ask(world.gateway);
    expect((await ask(world.gateway)).state).toBe('miss');
  });

  it('keeps no answer of another model than the one that is asked first', async () => {
    const models = [
      model('small', 'up', { prices: PRICES, fallbacks: ['large'] }),
      model('large', 'up', { prices: PRICES }),
    ];
    const failing: Script = (response, received, count) => {
      const asked = JSON.parse(received.body.toString()) as { model: string };
      if (asked.model === 'small') answerJson(response, { error: { message: 'no' } }, 503);
      else counting(response, received, count);
    };
    await using world = await startCached({}, failing, { models });
    const { status, response } = await ask(world.gateway);
    expect([status, response.headers.get('x-aicp-model')]).toEqual([200, 'large']);
    expect((await ask(world.gateway)).state).toBe('miss');
  });

  it('has equal requests wait for the one that is under way', async () => {
    const waiting: (() => void)[] = [];
    await using world = await startCached({}, (response, received, count) => {
      waiting.push(() => {
        counting(response, received, count);
      });
    });
    const leader = ask(world.gateway);
    await waitFor(() => waiting.length === 1);
    const followers = [ask(world.gateway, { as: 'ben' }), ask(world.gateway)];
    const stranger = ask(world.gateway, { as: 'dan' });
    await waitFor(() => waiting.length === 2);
    for (const answer of waiting) answer();
    const all = await Promise.all([leader, ...followers, stranger]);
    expect(all.map(({ state }) => state)).toEqual(['miss', 'hit', 'hit', 'miss']);
    expect(world.upstream.received).toHaveLength(2);
  });

  it('has those who wait ask by themselves where there is no answer to give again', async () => {
    const waiting: (() => void)[] = [];
    await using world = await startCached({}, (response, received, count) => {
      const answer = (): void => {
        if (count === 0) answerJson(response, { error: { message: 'no' } }, 400);
        else counting(response, received, count);
      };
      if (count === 0) waiting.push(answer);
      else answer();
    });
    const leader = ask(world.gateway);
    await waitFor(() => waiting.length === 1);
    const follower = ask(world.gateway);
    await waitFor(async () => /in_flight(\{[^}]*\})? 2\n/.test(await metricsOf(world.gateway)));
    waiting[0]?.();
    expect((await leader).status).toBe(400);
    expect(await follower).toMatchObject({ status: 200, state: 'miss' });
  });

  it('forgets with another epoch, and when it is switched off', async () => {
    await using world = await startCached();
    const { gateway, fragments } = world;
    await ask(gateway);
    await ask(gateway, { as: 'dan' });
    const purged = { organizationEpochs: { acme: 1 } };
    await gateway.operator.push({ ...fragments, settings: cached(purged) });
    await waitFor(async () => (await ask(gateway)).state === 'miss');
    expect((await ask(gateway, { as: 'dan' })).state).toBe('hit');
    await gateway.operator.push({ ...fragments, settings: cached({ ...purged, epoch: 1 }) });
    await waitFor(async () => (await ask(gateway, { as: 'dan' })).state === 'miss');
    await gateway.operator.push({ ...fragments, settings: settings() });
    await waitFor(async () => (await ask(gateway)).state === null);
  });

  it('counts a hit as a request of who sends it, and as nothing of models and tokens', async () => {
    const rateLimits = [rateLimit('each-key', { rpm: 2, tpm: 20 })];
    await using world = await startCached({}, counting, { rateLimits });
    const states = [];
    for (let count = 0; count < 3; count += 1) {
      const { status, state } = await ask(world.gateway);
      states.push([status, state]);
    }
    expect(states).toEqual([
      [200, 'miss'],
      [200, 'hit'],
      [429, null],
    ]);
  });

  it('tells what it did and what it holds', async () => {
    await using world = await startCached();
    await ask(world.gateway);
    await ask(world.gateway);
    await usageOf(world.gateway, 2);
    const metrics = await metricsOf(world.gateway);
    expect(metrics).toMatch(/aicp_gateway_cache_requests_total\{[^}]*outcome="hit"[^}]*\} 1\n/);
    expect(metrics).toMatch(/aicp_gateway_cache_saved_tokens_total(\{[^}]*\})? 15\n/);
    expect(metrics).toMatch(/aicp_gateway_cache_entries(\{[^}]*\})? 1\n/);
  });
});
