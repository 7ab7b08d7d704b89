import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askRaw, saying } from '../testing/clients.ts';
import { key, model, provider, rateLimit, simulated } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { ask, counted, startLimited } from '../testing/limited-gateway.ts';
import {
  answerJson,
  beginStream,
  completion,
  delta,
  ENDING,
  startScriptedProvider,
  type Script,
} from '../testing/scripted-provider.ts';
import { waitFor } from '../testing/wait-for.ts';

describe('what a request holds', () => {
  const rateLimits = [rateLimit('each-key', { tpm: 100_000, concurrent: 100 })];

  async function withProvider(script: Script) {
    const vendor = await startScriptedProvider(script);
    const gateway = await startLimited({
      providers: [provider('vendor', { baseUrl: vendor.url, timeoutMs: 500 })],
      models: [model('small', 'vendor')],
      rateLimits,
    });
    return {
      gateway,
      vendor,
      [Symbol.asyncDispose]: async () => {
        await gateway[Symbol.asyncDispose]();
        await vendor[Symbol.asyncDispose]();
      },
    };
  }

  it('is its estimate while it is under way, and what it used when it is over', async () => {
    const waiting: ServerResponse[] = [];
    await using around = await withProvider((response) => waiting.push(response));
    const { gateway } = around;
    const asked = ask(gateway, { max_tokens: 1000 });
    const response = await waitFor(() => waiting.pop());
    expect(await counted(gateway, 'key/alice:tokens')).toBeGreaterThan(1000);
    expect(await counted(gateway, 'key/alice:concurrent', 'now')).toBe(1);
    answerJson(response, completion('Hello'));
    await asked;
    await waitFor(async () =>
      (await counted(gateway, 'key/alice:concurrent', 'now')) === 0 ? true : undefined,
    );
    expect(await counted(gateway, 'key/alice:tokens')).toBe(15);
  });

  it('is not raised by what another organization’s model of the same id says of its answers', async () => {
    await using vendor = await startScriptedProvider((response) => {
      answerJson(response, completion('hello', { prompt_tokens: 1, completion_tokens: 9_000_000 }));
    });
    const [acme, globex] = [{ organization: 'acme' }, { organization: 'globex' }];
    await using gateway = await startLimited({
      providers: [
        simulated('sim', {}, acme),
        provider('vendor', { baseUrl: vendor.url, ...globex }),
      ],
      models: [
        model('small', 'sim', { name: 'acme-small', ...acme }),
        model('small', 'vendor', { name: 'globex-small', ...globex }),
      ],
      keys: [key('alice', { ...acme, tpmLimit: 3000 }), key('bob', globex)],
    });
    for (const _ of [1, 2, 3]) await ask(gateway, {}, { secret: 'sk-bob' });
    await usageOf(gateway, 3);
    expect((await ask(gateway)).status).toBe(200);
  });

  it('is of what all share no more than what passed, where an organization’s provider says what it likes', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 90_000 };
    await using vendor = await startScriptedProvider((response) => {
      answerJson(response, completion('hello', usage));
    });
    const acme = { organization: 'acme' };
    await using gateway = await startLimited({
      providers: [provider('vendor', { baseUrl: vendor.url, ...acme })],
      models: [model('small', 'vendor', { name: 'acme-small', ...acme })],
      keys: [key('alice', acme)],
      rateLimits: [
        rateLimit('all', { scope: 'global', tpm: 1_000_000 }),
        rateLimit('own', { scope: 'global', tpm: 10_000_000, ...acme }),
      ],
    });
    for (const _ of [1, 2, 3, 4]) await ask(gateway);
    await usageOf(gateway, 4);
    const perRequest = (await counted(gateway, 'global:tokens')) / 4;
    expect(perRequest).toBeGreaterThan(100);
    expect(perRequest).toBeLessThan(4 * 200);
    expect(await counted(gateway, 'organization/acme:tokens')).toBe(4 * 90_005);
    await ask(gateway, { max_tokens: 30_000 });
    await usageOf(gateway, 5);
    const counts = (await counted(gateway, 'global:tokens')) - 4 * perRequest;
    expect(counts).toBeGreaterThanOrEqual(30_000);
    expect(counts).toBeLessThan(30_100);
  });

  const outcomes: Record<string, Script> = {
    answers: (response) => {
      answerJson(response, completion('Hello'));
    },
    streams: (response) => {
      beginStream(response).end([delta('a'), ...ENDING].join(''));
    },
    'breaks off': (response) => {
      beginStream(response).write(delta('a'), () => response.destroy());
    },
    fails: (response) => {
      answerJson(response, {}, 500);
    },
    refuses: (response) => {
      answerJson(response, { error: { message: 'no' } }, 400);
    },
    'hangs up': (response) => {
      response.destroy();
    },
    waits: () => undefined,
  };

  it('is given back, whatever comes of the request', async () => {
    let next = 'answers';
    await using around = await withProvider((response, received, count) =>
      outcomes[next]?.(response, received, count),
    );
    const { gateway, vendor } = around;
    const way = fc.record({
      outcome: fc.constantFrom(...Object.keys(outcomes)),
      stream: fc.boolean(),
      leaves: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(way, async ({ outcome, stream, leaves }) => {
        next = outcome;
        const before = vendor.received.length;
        const leaving = new AbortController();
        const asked = fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          signal: leaving.signal,
          headers: { authorization: 'Bearer sk-alice' },
          body: JSON.stringify({ model: 'small', messages: saying('hi'), stream }),
        }).then((response) => response.text());
        if (leaves || outcome === 'waits') {
          await waitFor(() => (vendor.received.length > before ? true : undefined));
          leaving.abort();
        }
        await asked.catch(() => '');
        await waitFor(async () =>
          (await counted(gateway, 'key/alice:concurrent', 'now')) === 0 ? true : undefined,
        );
      }),
      { numRuns: 25 },
    );
    const used = await waitFor(async () => {
      const records = await usageOf(gateway, 25);
      return records.reduce((sum, { input, output }) => sum + input + output, 0);
    });
    expect(await counted(gateway, 'key/alice:tokens')).toBe(used);
  });

  it('is nothing where the request is refused before it is counted', async () => {
    await using gateway = await startLimited({
      rateLimits: [rateLimit('each-key', { rpm: 9, tpm: 9999 })],
    });
    const { head } = await askRaw(gateway.url, 'nothing');
    expect(head).toContain('x-ratelimit-remaining-requests: 9');
    expect(await counted(gateway, 'key/alice:requests')).toBe(0);
  });
});
