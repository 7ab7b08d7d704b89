import OpenAI, { AzureOpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { guardrail } from '../../testing/guardrails.ts';
import { clientOf } from '../../testing/clients.ts';
import { key, model, provider, settings } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { answerJson, startScriptedProvider } from '../../testing/scripted-provider.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startMedia, type Guardrails } from './media-gateway.ts';

/** USD 0.60 and 12 a million: in nano-USD. */
const TOKENS = { input: '600000000', audioOutput: '12000000000' };

const start = (guardrails: Guardrails = []) =>
  startMedia(
    [
      model('voice', 'up', { mode: 'speech', upstreamModel: 'gpt-4o-mini-tts', prices: TOKENS }),
      // USD 15 a million characters.
      model('letters', 'up', {
        ...{ mode: 'speech', upstreamModel: 'tts-1' },
        prices: { perMillionCharacters: '15000000000' },
      }),
      model('old', 'up', {
        ...{ mode: 'audio', upstreamModel: 'tts-1', prices: { perRequest: '15000' } },
      }),
    ],
    guardrails,
  );

const ASKED = { model: 'voice', voice: 'alloy', input: 'a cat on a mat' } as const;
const SPOKEN = '<a ><cat ><on ><a ><mat>';

describe('speech', () => {
  it('of a provider that passes over stream_format is a sound, and is charged for', async () => {
    const parts = new AsyncDisposableStack();
    await using _ = parts;
    const upstream = parts.use(
      await startScriptedProvider((response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('a sound');
      }),
    );
    const gateway = parts.use(
      await startTestGateway({
        fragments: {
          providers: [provider('up', { baseUrl: upstream.url })],
          models: [model('voice', 'up', { mode: 'speech', prices: { perRequest: '15000' } })],
          keys: [key('alice')],
        },
      }),
    );
    const response = await fetch(`${gateway.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ ...ASKED, stream_format: 'sse' }),
    });
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect(await response.text()).toBe('a sound');
    const [usage] = await usageOf(gateway, 1);
    expect(usage).toMatchObject({ completion: 'complete', cost_nano_usd: 15_000 });
  });

  it('is heard by the OpenAI SDK, of the vendor’s twin and through the gateway alike', async () => {
    await using parts = await start();
    const direct = new OpenAI({ baseURL: `${parts.twin.origin}/v1`, apiKey: 'sk-vendor' });
    const own = await direct.audio.speech.create({ ...ASKED, model: 'gpt-4o-mini-tts' });
    const response = await parts.client.audio.speech.create({
      ...{ ...ASKED, response_format: 'wav', instructions: 'Speak softly.' },
    });
    expect(await response.text()).toBe(await own.text());
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(response.headers.get('x-aicp-model')).toBe('voice');
    expect(parts.twin.received.at(-1)?.body.toString()).toContain('"gpt-4o-mini-tts"');
  });

  it('is streamed as bytes, and as events that say what it used', async () => {
    await using parts = await start();
    const bytes = await parts.client.audio.speech.create({ ...ASKED, response_format: 'pcm' });
    let heard = '';
    for await (const piece of bytes.body!) heard += Buffer.from(piece as Uint8Array).toString();
    expect(heard).toBe(SPOKEN);
    const events = await parts.client.audio.speech.create({ ...ASKED, stream_format: 'sse' });
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    const text = await events.text();
    expect(text).toContain('speech.audio.delta');
    expect(text).toContain('speech.audio.done');
    const [estimated, counted] = await usageOf(parts.gateway, 2);
    // 14 characters are 18.4 tokens that are heard, which are 19.
    expect(estimated).toMatchObject({ source: 'estimate', output: 0, audio_output: 19 });
    // 5 words at 600 nano-USD, and 50 tokens that are heard at 12,000.
    expect(counted).toMatchObject({
      ...{ source: 'provider', input: 5, output: 0, audio_output: 50, cost_nano_usd: 603_000 },
    });
  });

  it('is asked for of models of mode audio too, and by Azure’s clients, which name a deployment', async () => {
    await using parts = await start();
    const azure = new AzureOpenAI({
      ...{ endpoint: parts.gateway.url, apiKey: 'sk-alice', apiVersion: '2025-04-01-preview' },
      deployment: 'old',
    });
    const { model: _, ...asked } = ASKED;
    const response = await azure.audio.speech.create({ ...asked, model: 'old' });
    expect(await response.text()).toBe(SPOKEN);
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ cost_nano_usd: 15_000 });
  });

  it.each([
    // 14 characters at 15,000 nano-USD.
    ['a cat on a mat', 210_000],
    // What is escaped in JSON, and what takes two units, is one character: 6 of them.
    ['a\n\u{1F408} é"', 90_000],
  ])('costs by the characters that are spoken: %j', async (input, cost_nano_usd) => {
    await using parts = await start();
    const response = await parts.client.audio.speech.create({ ...ASKED, model: 'letters', input });
    await response.arrayBuffer();
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ completion: 'complete', cost_nano_usd });
  });

  it('that breaks off ends with a connection that breaks, and is counted', async () => {
    await using parts = await start();
    const response = await parts.client.audio.speech.create({
      ...ASKED,
      input: 'please break off now',
    });
    await expect(response.text()).rejects.toThrow();
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ completion: 'provider_failed', source: 'estimate' });
    expect(usage?.['audio_output']).toBeGreaterThan(0);
  });

  it('is no JSON: what a provider sends in its place is an error', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, { text: 'hello' });
    });
    await using gateway = await startTestGateway({
      fragments: {
        providers: [provider('up', { baseUrl: upstream.url, maxRetries: 0 })],
        models: [model('voice', 'up', { mode: 'speech' })],
        keys: [key('alice')],
      },
    });
    const asked = clientOf(gateway).audio.speech.create({ ...ASKED });
    await expect(asked).rejects.toMatchObject({ status: 502 });
  });

  it('is made of texts that guardrails let pass, instructions too', async () => {
    await using parts = await start([guardrail('emails', { stages: ['input', 'output'] })]);
    const response = await parts.client.audio.speech.create({
      ...{ ...ASKED, input: 'write bob@example.com', instructions: 'as nora@example.com would' },
    });
    expect(await response.text()).toContain('<write >');
    expect(response.headers.get('x-aicp-guardrails')).toContain('emails=');
    expect(parts.twin.received.at(-1)?.body.toString()).not.toContain('@example.com');
  });

  it.each([{}, { stream_format: 'sse' as const }])(
    'does not go on where a guardrail lets nothing pass that it cannot look at: %j',
    async (more) => {
      const strict = guardrail('strict', { stages: ['output'], unscannable: 'block' });
      await using parts = await start([strict]);
      const asked = parts.client.audio.speech.create({ ...ASKED, ...more });
      await expect(asked).rejects.toMatchObject({ status: 403 });
      const [usage] = await usageOf(parts.gateway, 1);
      expect(usage?.['audio_output']).toBeGreaterThan(0);
    },
  );

  it.each([
    [{ voice: 'alloy', model: 'voice' }, /input must be a string/],
    [{ ...ASKED, model: 'old', stream_format: 'sse' }, /not supported by this model/],
  ])('asked for by %j is refused in words', async (body, message) => {
    await using parts = await start();
    const asked = parts.client.audio.speech.create(body as never);
    await expect(asked).rejects.toMatchObject({
      ...{ status: 400, message: expect.stringMatching(message) as string },
    });
  });

  it.each([
    ['block', 403],
    ['warn', null],
    ['zero', 0],
  ] as const)(
    'of a model that has a price of what it hears alone has none: %s',
    async (unpricedModelPolicy, said) => {
      const prices = { perMinute: '6000000' };
      const both = model('both', 'up', { mode: 'audio', upstreamModel: 'tts-1', prices });
      await using parts = await startMedia([both], [], {
        settings: settings({ unpricedModelPolicy }),
      });
      const asked = parts.client.audio.speech.create({ ...ASKED, model: 'both' });
      if (said === 403) {
        await expect(asked).rejects.toMatchObject({ status: said, code: 'model_unpriced' });
        expect(parts.twin.received).toEqual([]);
        return;
      }
      await (await asked).text();
      const [record] = await usageOf(parts.gateway);
      expect(record).toMatchObject({ cost_nano_usd: said });
    },
  );
});
