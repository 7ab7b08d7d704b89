import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import { key, model, rateLimit } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { ask, counted, limitHeaders, standingClock } from '../testing/limited-gateway.ts';
import type { Script } from '../testing/scripted-provider.ts';
import {
  answers,
  askMain,
  fails,
  startTwoProviders,
  type Setting,
} from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';

const startTwo = (setting: Setting) => startTwoProviders({ ...setting, clock: standingClock });
const spare = (limits: object) =>
  rateLimit('for-spare', { scope: 'model', value: 'spare', ...limits });
const each = rateLimit('for-each', { scope: 'model', rpm: 1e6, tpm: 1e6, concurrent: 1e5 });
/** Nobody is asked there. */
const OFF = { isActive: false };

describe('the limit of a model', () => {
  it('holds where the model answers in the place of another', async () => {
    const more = { rateLimits: [spare({ rpm: 1 })] };
    await using all = await startTwo({ one: fails(500), two: answers, more });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'spare' });
    expect(await askMain(all.gateway)).toMatchObject({ status: 502, by: 'main', attempts: 1 });
    expect(all.second.received).toHaveLength(1);
    expect(await counted(all.gateway, 'model/spare:requests')).toBe(1);
  });

  it('refuses what nobody else can be asked for, and says when to come again', async () => {
    const more = { rateLimits: [spare({ rpm: 1 }), rateLimit('each-key', { rpm: 100 })] };
    await using all = await startTwo({ one: answers, two: answers, settings: OFF, more });
    const { gateway } = all;
    expect(await askMain(gateway)).toMatchObject({ status: 200, by: 'spare' });
    const { status, headers, error } = await ask(gateway, { model: 'main' });
    expect([status, headers.get('x-aicp-policy')]).toEqual([429, 'for-spare']);
    expect(error?.message).toContain('The rate limit "for-spare" allows 1 requests a minute');
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    const told = { 'limit-requests': '1', 'remaining-requests': '0' };
    expect(limitHeaders({ headers })).toMatchObject(told);
    expect((await usageOf(gateway, 2))[1]).toMatchObject({ completion: 'refused', attempts: 0 });
    expect(await counted(gateway, 'key/alice:requests')).toBe(1);
    const [, step] = gateway.running.decisions
      .newest()[0]!
      .steps.filter(({ stage }) => stage === 'dispatch');
    expect(step?.outcome).toBe('limited');
    expect(step?.detail).toMatch(/^spare: /);
  });

  it('refuses for good what it never has room for, where nobody else can be asked', async () => {
    const more = { rateLimits: [spare({ tpd: 5 })] };
    await using all = await startTwo({ one: answers, two: answers, settings: OFF, more });
    const { gateway } = all;
    const { status, headers, error } = await ask(gateway, { model: 'main', max_tokens: 10 });
    const told = ['x-aicp-policy', 'x-should-retry', 'retry-after'].map((name) =>
      headers.get(name),
    );
    expect([status, ...told]).toEqual([429, 'for-spare', 'false', null]);
    expect(error?.message).toContain('send a shorter prompt, or set a lower max_tokens');
    expect((await usageOf(gateway, 1))[0]).toMatchObject({ completion: 'refused', attempts: 0 });
  });

  it('refuses for good only where no waiting helps: another model’s limit, or provider, has room again', async () => {
    const third = rateLimit('for-third', { scope: 'model', value: 'third', rpm: 1 });
    const more = { rateLimits: [spare({ tpd: 5 }), third], models: [model('third', 'two')] };
    const main = { fallbacks: ['spare', 'third'] };
    const two = answers;
    await using off = await startTwo({ one: answers, two, settings: OFF, main, more });
    expect(await askMain(off.gateway, { max_tokens: 10 })).toMatchObject({ by: 'third' });
    const { status, headers } = await ask(off.gateway, { model: 'main', max_tokens: 10 });
    expect([status, headers.get('x-aicp-policy')]).toEqual([429, 'for-third']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const settings = { concurrentLimit: 1 };
    const waiting: ServerResponse[] = [];
    const one: Script = (response) => waiting.push(response);
    await using full = await startTwo({ one, two, settings, more });
    const waits = askMain(full.gateway);
    const response = await waitFor(() => waiting[0]);
    const refused = await ask(full.gateway, { model: 'main', max_tokens: 10 });
    expect([refused.status, refused.error?.code]).toEqual([503, 'provider_concurrency_limit']);
    answers(response, full.first.received[0]!, 0);
    expect(await waits).toMatchObject({ status: 200, by: 'main' });
  });

  it('passes over the model, and the next one is asked', async () => {
    const more = {
      rateLimits: [spare({ tpd: 5 })],
      models: [model('third', 'two')],
    };
    const main = { fallbacks: ['spare', 'third'] };
    const settings = OFF;
    await using all = await startTwo({ one: answers, two: answers, settings, main, more });
    expect(await askMain(all.gateway, { max_tokens: 10 })).toMatchObject({ by: 'third' });
  });

  it('binds an organization whose own model falls back on the platform’s', async () => {
    const acme = { organization: 'acme' };
    await using all = await startTwo({
      one: fails(500),
      two: answers,
      settings: acme,
      main: { name: 'acme-main', ...acme },
      more: { keys: [key('alice', acme)], rateLimits: [spare({ rpm: 1 })] },
    });
    const statuses = [];
    for (const _ of [1, 2]) statuses.push((await askMain(all.gateway)).status);
    expect(statuses).toEqual([200, 502]);
  });
});

describe('what a request took of a model’s limits', () => {
  const counts = (gateway: Parameters<typeof counted>[0], name: string) =>
    Promise.all([
      counted(gateway, `model/${name}:requests`),
      counted(gateway, `model/${name}:tokens`),
      counted(gateway, `model/${name}:concurrent`, 'now'),
    ]);
  const more = { rateLimits: [each] };

  it('is a request of the one that failed, and all of the one that answered', async () => {
    const waiting: ServerResponse[] = [];
    const two: Script = (response) => waiting.push(response);
    await using all = await startTwo({ one: fails(500), two, more });
    const { gateway } = all;
    const asked = askMain(gateway, { max_tokens: 100 });
    const response = await waitFor(() => waiting.pop());
    expect(await counts(gateway, 'main')).toEqual([1, 0, 0]);
    expect((await counts(gateway, 'spare'))[1]).toBeGreaterThan(100);
    answers(response, all.second.received[0]!, 1);
    await asked;
    await usageOf(gateway, 1);
    expect(await counts(gateway, 'main')).toEqual([1, 0, 0]);
    expect(await counts(gateway, 'spare')).toEqual([1, 15, 0]);
  });

  it('is nothing of one that was not asked', async () => {
    await using all = await startTwo({ one: answers, two: answers, settings: OFF, more });
    await askMain(all.gateway);
    await usageOf(all.gateway, 1);
    expect(await counts(all.gateway, 'main')).toEqual([0, 0, 0]);
    expect(await counts(all.gateway, 'spare')).toEqual([1, 15, 0]);
  });

  it('is taken by a second attempt beside the first, which is not made where it is refused', async () => {
    const one: Script = (response, received, count) => {
      if (count > 1) answers(response, received, count);
    };
    const limits = { rateLimits: [each, spare({ rpm: 1, tpm: 1e6, concurrent: 9 })] };
    const settings = { hedgeAfterMs: 30 };
    await using all = await startTwo({ one, two: answers, settings, more: limits });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'main', attempts: 2 });
    await usageOf(all.gateway, 2);
    expect(await counts(all.gateway, 'spare')).toEqual([1, 15, 0]);
    expect(await counts(all.gateway, 'main')).toEqual([2, 15, 0]);
  });

  it('is given back where its client leaves, or another answers, while the counters are asked', async () => {
    const waiting: ServerResponse[] = [];
    const one: Script = (response) => waiting.push(response);
    const settings = { hedgeAfterMs: 10 };
    await using all = await startTwo({ one, two: answers, settings, more });
    const { gateway } = all;
    const { counters } = gateway.running;
    const take = counters.take.bind(counters);
    const held: (() => void)[] = [];
    counters.take = (demands, done) => {
      const isOfSpare = demands.some(({ counter }) => counter === 'model/spare:requests');
      if (!isOfSpare) take(demands, done);
      else held.push(() => take(demands, done));
    };
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'main', messages: saying('hi') });
    const headers = { authorization: 'Bearer sk-alice' };
    const { signal } = leaving;
    const url = `${gateway.url}/v1/chat/completions`;
    const left = fetch(url, { method: 'POST', signal, headers, body }).catch(() => undefined);
    const first = await waitFor(() => held.pop());
    await waitFor(() => waiting[0]);
    leaving.abort();
    await left;
    await usageOf(gateway, 1);
    first();
    const asked = askMain(gateway);
    const second = await waitFor(() => held.pop());
    answers(await waitFor(() => waiting[1]), all.first.received[1]!, 2);
    expect(await asked).toMatchObject({ status: 200, by: 'main', attempts: 1 });
    second();
    expect(await counts(gateway, 'spare')).toEqual([0, 0, 0]);
    expect((await counts(gateway, 'main'))[2]).toBe(0);
  });

  it('is settled once, whatever comes of the attempts', async () => {
    const outcomes: Record<string, Script> = {
      answers,
      fails: fails(500),
      refuses: fails(400),
      'hangs up': (response) => response.destroy(),
      waits: () => undefined,
    };
    let [first, second] = ['answers', 'answers'];
    const play =
      (of: () => string): Script =>
      (...call) =>
        outcomes[of()]?.(...call);
    await using all = await startTwo({
      one: play(() => first),
      two: play(() => second),
      settings: { hedgeAfterMs: 5, maxRetries: 1 },
      more: { rateLimits: [each, rateLimit('each-key', { concurrent: 100, tpm: 1e6 })] },
    });
    const { gateway } = all;
    const way = fc.record({
      one: fc.constantFrom(...Object.keys(outcomes)),
      two: fc.constantFrom(...Object.keys(outcomes)),
      leaves: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(way, async ({ one, two, leaves }) => {
        [first, second] = [one, two];
        const leaving = new AbortController();
        const before = all.first.received.length + all.second.received.length;
        const asked = fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          signal: leaving.signal,
          headers: { authorization: 'Bearer sk-alice' },
          body: JSON.stringify({ model: 'main', messages: saying('hi') }),
        }).then((response) => response.text());
        const hangs = (one === 'waits' && two !== 'answers') || two === 'waits';
        if (leaves || hangs) {
          await waitFor(() =>
            all.first.received.length + all.second.received.length > before ? true : undefined,
          );
          leaving.abort();
        }
        await asked.catch(() => '');
        await waitFor(async () =>
          (await counted(gateway, 'key/alice:concurrent', 'now')) === 0 ? true : undefined,
        );
        for (const name of ['main', 'spare']) expect((await counts(gateway, name))[2]).toBe(0);
      }),
      { numRuns: 15 },
    );
    const records = await usageOf(gateway, 15);
    const tokensOf = (name: string) =>
      records
        .filter(({ model_served: served }) => served === name)
        .reduce((sum, { input, output }) => sum + input + output, 0);
    expect((await counts(gateway, 'spare'))[1]).toBe(tokensOf('spare'));
    expect((await counts(gateway, 'main'))[1]).toBe(tokensOf('main'));
  });
});
