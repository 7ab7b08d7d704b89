import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { budget } from '../../testing/budgets.ts';
import { model } from '../../testing/fragments.ts';
import { startStoring } from '../../testing/storing-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';

/** A nano-USD for each token in, ten for each token out. */
const prices = { input: '1000000', output: '10000000' };
const PRICED = {
  models: [model('small', 'up', { prices }), model('large', 'up'), model('other', 'sim')],
};
const asked = { model: 'small', input: 'Hello', background: true, store: true };

const costOf = ({ usage }: OpenAI.Responses.Response): number =>
  (usage?.input_tokens ?? NaN) + 10 * (usage?.output_tokens ?? NaN);

/** Reads a response until it has ended. */
const ended = async (client: OpenAI, id: string): Promise<OpenAI.Responses.Response> =>
  await waitFor(async () => {
    const response = await client.responses.retrieve(id);
    return ['queued', 'in_progress'].includes(response.status ?? '') ? undefined : response;
  });

describe('a response that runs in the background', () => {
  it('is queued, read until it is whole, and costs what it used, once', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const { data: begun, response } = await client.responses.create(asked).withResponse();
    expect(begun).toMatchObject({ status: 'queued', background: true, output: [] });
    expect(response.headers.get('x-aicp-cost')).toBeNull();
    const whole = await ended(client, begun.id);
    expect(whole).toMatchObject({ id: begun.id, output_text: 'You said: Hello' });
    await client.responses.retrieve(begun.id);
    const records = await served.usage(5);
    const own = records.filter((record) => record.model_served === 'small');
    expect(own).toMatchObject([
      { cost_nano_usd: costOf(whole), source: 'provider', completion: 'complete', status: 200 },
    ]);
  });

  it('is settled where nobody asks for it', async () => {
    await using served = await startStoring({ more: PRICED });
    await clientOf(served.gateway).responses.create(asked);
    const [record] = await served.usage(1);
    expect(record).toMatchObject({ source: 'provider', completion: 'complete' });
    expect(record?.cost_nano_usd).toBeGreaterThan(0);
  }, 60_000);

  it('counts with what was likely where it is cancelled, and with nothing where it failed', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const cancelled = await client.responses.create(asked);
    expect((await client.responses.cancel(cancelled.id)).status).toBe('cancelled');
    const failing = await client.responses.create({ ...asked, input: 'fail with 500' });
    expect((await ended(client, failing.id)).status).toBe('failed');
    const records = (await served.usage(6)).filter((record) => record.model_served === 'small');
    expect(records).toMatchObject([
      { source: 'estimate', completion: 'client_gone' },
      { source: 'estimate', completion: 'provider_failed', cost_nano_usd: 0 },
    ]);
    expect(records[0]?.cost_nano_usd).toBeGreaterThan(0);
  });

  it('is cancelled and settled before it is deleted', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const { id } = await client.responses.create(asked);
    await client.responses.delete(id);
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    const records = (await served.usage(3)).filter((record) => record.model_served === 'small');
    expect(records).toMatchObject([{ source: 'estimate', completion: 'client_gone' }]);
  });

  it('is nobody else’s', async () => {
    await using served = await startStoring({ more: PRICED });
    const { id } = await clientOf(served.gateway).responses.create(asked);
    expect((await served.get(`/responses/${id}`, 'carol')).status).toBe(404);
    expect((await served.get(`/responses/${id}/cancel`, 'dave', 'POST')).status).toBe(404);
  });

  it('holds what a budget has until it is settled, and no more afterwards', async () => {
    const dear = { input: '0', output: '1000000000' };
    await using served = await startStoring({
      more: {
        models: [
          model('small', 'up', { prices: dear }),
          model('large', 'up'),
          model('other', 'sim'),
        ],
        budgets: [budget('each', '0.0017')],
      },
    });
    const client = clientOf(served.gateway);
    const body = { ...asked, max_output_tokens: 1000 };
    const { id } = await client.responses.create(body);
    await expect(client.responses.create(body)).rejects.toMatchObject({ status: 429 });
    await ended(client, id);
    expect((await client.responses.create(body)).status).toBe('queued');
  });

  it.each([
    ['store', { store: false }, 'background'],
    ['store, left out', { store: undefined }, 'background'],
    ['stream', { stream: true }, 'stream'],
  ])('is refused with another %s', async (_name, more, param) => {
    await using served = await startStoring();
    const { status, text } = await served.ask('Hello', { background: true, store: true, ...more });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { param } });
  });
});
