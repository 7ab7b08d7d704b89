import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import { answerJson, completion, type Script } from '../testing/scripted-provider.ts';
import { answers, askMain, fails, startTwoProviders } from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';
import { readFacts } from '../usage/journal/read-usage.ts';
import type { TestGateway } from '../testing/start-test-gateway.ts';

const TEXT = 'word '.repeat(80);
const WHOLE = JSON.stringify(completion(TEXT));
/** Up to the middle of its text, and of the bytes before it none that are text. */
const HALF = WHOLE.slice(0, WHOLE.indexOf(TEXT) + TEXT.length / 2);
/** A nano-dollar for a token of the prompt, and a thousand for one of the answer. */
const main = { prices: { input: '1000000', output: '1000000000', perRequest: '10000000' } };

const cuts =
  (begin: string): Script =>
  (response) => {
    head(response).write(begin, () => response.socket?.destroy());
  };

const says =
  (body: string): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };

const head = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 });

const settings = { maxRetries: 0 };

async function factsOf({ directory }: TestGateway) {
  const journal = join(directory, 'journal');
  return await waitFor(async () => (await collect(readFacts(journal)))[0]);
}

describe('a JSON answer that breaks off', () => {
  it.each([
    ['since its connection ends', cuts(HALF)],
    ['since it ends', says(HALF)],
    ['since it is no JSON any more', says(`${HALF}" oops`)],
  ])('%s costs its prompt and what came of it, by an estimate', async (_, one) => {
    await using all = await startTwoProviders({ one, main, settings });
    const asked = await askMain(all.gateway);
    expect(asked.status).toBe(502);
    const { usage, attempts } = await factsOf(all.gateway);
    expect(usage).toMatchObject({ completion: 'provider_failed', source: 'estimate', status: 502 });
    expect(usage.input).toBeGreaterThan(0);
    expect(usage.output).toBeGreaterThanOrEqual(TEXT.length / 8);
    expect(usage.output).toBeLessThanOrEqual(TEXT.length / 8 + 3);
    expect(usage.cost_nano_usd).toBe(usage.input + 1000 * usage.output + 10_000_000);
    expect(attempts).toMatchObject([
      { outcome: 'failed', output: usage.output, cost_nano_usd: usage.cost_nano_usd },
    ]);
  });

  it('costs what its provider counted, where that came', async () => {
    await using all = await startTwoProviders({ one: says(`${WHOLE}}`), main, settings });
    await askMain(all.gateway);
    const [usage] = await usageOf(all.gateway);
    expect(usage).toMatchObject({ completion: 'provider_failed', source: 'provider', output: 5 });
  });

  it('costs its prompt where nothing of its text came', async () => {
    await using all = await startTwoProviders({ one: cuts('{"id":"chatcmpl-1",'), main, settings });
    await askMain(all.gateway);
    const [usage] = await usageOf(all.gateway);
    expect(usage).toMatchObject({ completion: 'provider_failed', output: 0 });
    expect(usage?.input).toBeGreaterThan(0);
  });

  it('is what the request costs where those that are asked after it answer nothing', async () => {
    await using all = await startTwoProviders({ one: cuts(HALF), two: fails(500), main, settings });
    const { by, status } = await askMain(all.gateway);
    expect([status, by]).toEqual([502, 'main']);
    const { usage, attempts } = await factsOf(all.gateway);
    expect(usage).toMatchObject({ model_served: 'main', provider: 'one', source: 'estimate' });
    expect(attempts).toMatchObject([
      { model: 'main', reason: 'connection', cost_nano_usd: usage.cost_nano_usd },
      { model: 'spare', reason: 'server_error', output: 0, cost_nano_usd: 0 },
    ]);
  });

  it('is not what the request costs where another answers', async () => {
    await using all = await startTwoProviders({ one: cuts(HALF), two: answers, main, settings });
    expect((await askMain(all.gateway)).by).toBe('spare');
    const { usage, attempts } = await factsOf(all.gateway);
    expect(usage).toMatchObject({ model_served: 'spare', source: 'provider', output: 5 });
    expect(attempts).toMatchObject([{ output: 0 }, { output: 5 }]);
  });

  it('costs the same where the client leaves before another is asked', async () => {
    const settings = { maxRetries: 5 };
    const busy: Script = (response, _received, count) => {
      if (count === 0) cuts(HALF)(response, _received, count);
      else answerJson(response, { error: {} }, 429, { 'retry-after': '5' });
    };
    await using all = await startTwoProviders({ one: busy, main, settings });
    const leaving = new AbortController();
    const asked = fetch(`${all.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'main', messages: saying('hi') }),
      signal: leaving.signal,
    });
    await waitFor(() => all.gateway.logged.filter(({ event }) => event === 'attempt_failed')[1]);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    const { usage, attempts } = await factsOf(all.gateway);
    expect(usage).toMatchObject({ completion: 'client_gone', source: 'estimate' });
    expect(usage.output).toBeGreaterThan(0);
    expect(attempts).toMatchObject([{ output: usage.output }, { output: 0 }]);
  });
});

describe('what is no answer', () => {
  it.each([
    ['a page', says('<html>sorry</html>')],
    ['an error', says('{"error":{"message":"no')],
    ['a whole object that is no completion', says('{"detail":"no"}')],
    ['nothing after its head', cuts('')],
    ['a status that says so', fails(500)],
  ])('%s costs nothing', async (_, one) => {
    await using all = await startTwoProviders({ one, main, settings });
    expect((await askMain(all.gateway)).status).toBe(502);
    const [usage] = await usageOf(all.gateway);
    expect(usage).toMatchObject({ input: 0, output: 0, cost_nano_usd: 0 });
  });
});
