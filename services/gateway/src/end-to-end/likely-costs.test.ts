import { describe, expect, it } from 'vitest';
import { budget } from '../testing/budgets.ts';
import { key, model, provider, simulated } from '../testing/fragments.ts';
import { saying } from '../testing/clients.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { ask, startLimited } from '../testing/limited-gateway.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import type { TestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

/** A dollar for a thousand tokens of the answer, and nothing for the prompt: an answer of sixteen tokens is 0.016 USD. */
const prices = { input: '0', output: '1000000000000' };
const models = [model('small', 'sim', { prices })];

const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await send()).status);
  return found;
};

describe('what a request without max_tokens may cost', () => {
  it('is what its organization is used to, whatever others ask for', async () => {
    await using gateway = await startLimited({
      models,
      keys: [key('alice', { organization: 'acme' }), key('evil', { organization: 'evil' })],
      budgets: [budget('acme', '0.3', { scope: 'organization', value: 'acme' })],
    });
    expect((await ask(gateway)).status).toBe(200);
    await statuses(30, () => ask(gateway, { n: 128 }, { secret: 'sk-evil' }));
    expect(await statuses(12, () => ask(gateway))).toEqual(Array(12).fill(200));
  });
});

describe('what costs more than a budget ever has', () => {
  it('is told so, and not to come again', async () => {
    await using gateway = await startLimited({
      models,
      keys: [key('alice', { organization: 'acme' })],
      budgets: [budget('each', '0.03')],
    });
    const { status, headers, error } = await ask(gateway, { max_tokens: 1000 });
    expect([status, headers.get('x-should-retry'), headers.get('retry-after')]).toEqual([
      429,
      'false',
      null,
    ]);
    expect(error?.message).toBe(
      'The budget "each" of $0.03 a month, of which $0.00 is spent or reserved, never has room for this request, which may cost $1.00: send a shorter prompt, or set a lower max_tokens.',
    );
  });
});

describe('what nobody waits for to its end', () => {
  /** Asks, and leaves when `reached` says so. */
  async function leave({ url }: TestGateway, body: object, reached: () => Promise<unknown>) {
    const leaving = new AbortController();
    const asked = fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'small', messages: saying('hi'), ...body }),
      signal: leaving.signal,
    });
    await reached();
    leaving.abort();
    await expect(asked).rejects.toThrow();
  }

  it('costs what its answers are likely to cost, as an estimate, where they are no stream', async () => {
    await using upstream = await startScriptedProvider(() => undefined);
    await using gateway = await startLimited({
      providers: [provider('vendor', { baseUrl: upstream.url })],
      models: [model('small', 'vendor', { prices })],
    });
    const body = { n: 4, max_tokens: 100 };
    await leave(gateway, body, () => waitFor(() => upstream.received[0]));
    expect((await usageOf(gateway))[0]).toMatchObject({
      ...{ completion: 'client_gone', source: 'estimate', output: 400 },
      cost_nano_usd: 400_000_000,
    });
  });

  it('costs what came of it, where it is a stream', async () => {
    await using upstream = await startScriptedProvider(() => undefined);
    await using gateway = await startLimited({
      providers: [provider('vendor', { baseUrl: upstream.url })],
      models: [model('small', 'vendor', { prices })],
    });
    await leave(gateway, { stream: true }, () => waitFor(() => upstream.received[0]));
    expect((await usageOf(gateway))[0]).toMatchObject({ completion: 'client_gone', output: 0 });
  });

  it('costs nothing where it was sent to nobody, rather than an amount that nobody knows', async () => {
    await using gateway = await startLimited({
      providers: [simulated('off', {}, { isActive: false })],
      models: [model('small', 'off', { prices })],
    });
    expect((await ask(gateway)).status).toBe(503);
    expect((await usageOf(gateway))[0]).toMatchObject({ attempts: 0, cost_nano_usd: 0 });
  });
});
