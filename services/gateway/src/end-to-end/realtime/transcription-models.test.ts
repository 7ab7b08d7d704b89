import { describe, expect, it } from 'vitest';
import {
  credential,
  key,
  model,
  provider,
  settings,
  type Fragments,
} from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import {
  plainSession,
  startRealtimeGateway,
  type RealtimeOptions,
} from '../../testing/realtime-gateway.ts';
import { startRealtimeTwin, type SessionScript } from '../../twins/openai/realtime-twin.ts';

const GA = (transcription: unknown) => ({ audio: { input: { transcription } } });
const BETA = (transcription: unknown) => ({ input_audio_transcription: transcription });

const [AUDIO, TEXT] = [6_000_000_000, 10_000_000_000];
/** For a million tokens, nano-USD. */
const SCRIBE_PRICES = { audioInput: String(AUDIO), output: String(TEXT) };
const MINUTE = 6_000_000;

/** A gateway with models that write down, by prices of tokens, of minutes and by none, one that the key may not use, and one at another provider. */
async function start(
  more: Pick<RealtimeOptions, 'script'> & { readonly fragments?: Fragments } = {},
) {
  const twin = await startRealtimeTwin(more.script);
  const up = (id: string) =>
    provider(id, { type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' });
  const it = await startRealtimeGateway({
    fragments: {
      providers: [up('up'), up('other')],
      credentials: [credential('up', 'sk-vendor'), credential('other', 'sk-vendor')],
      models: [
        model('voice', 'up', { mode: 'realtime' }),
        model('scribe', 'up', {
          ...{ mode: 'transcription', upstreamModel: 'gpt-4o-transcribe', prices: SCRIBE_PRICES },
        }),
        model('whisper', 'up', { mode: 'transcription', prices: { perMinute: String(MINUTE) } }),
        model('unpriced', 'up', { mode: 'transcription' }),
        model('dear', 'up', { mode: 'transcription', upstreamModel: 'dear-upstream' }),
        model('far', 'other', { mode: 'transcription', upstreamModel: 'far-upstream' }),
      ],
      keys: [key('alice', { allowedModels: ['voice', 'scribe', 'far', 'whisper', 'unpriced'] })],
      ...more.fragments,
    },
  });
  return {
    gateway: it.gateway,
    twin,
    [Symbol.asyncDispose]: async () => {
      await it[Symbol.asyncDispose]();
      await twin[Symbol.asyncDispose]();
    },
  };
}

describe.each([
  ['session.audio.input.transcription.model', GA],
  ['session.input_audio_transcription.model', BETA],
])('%s', (param, sessionOf) => {
  it.each([
    ['that the key may not use', { model: 'dear' }],
    ['that the key may not use, by the provider’s name', { model: 'dear-upstream' }],
    ['of another provider', { model: 'far' }],
    ['that is for something else', { model: 'voice' }],
    ['that nobody knows', { model: 'whisper-1' }],
    ['that is left out', { language: 'en' }],
    ['of what is no object', 'whisper-1'],
  ])('names no model %s', async (_name, transcription) => {
    await using it = await start();
    const session = await plainSession(it.gateway.url);
    session.send({
      ...{ type: 'session.update', event_id: 'mine' },
      session: sessionOf(transcription),
    });
    expect((await session.until('error'))['error']).toMatchObject({ param, event_id: 'mine' });
    expect(it.twin.received[0]?.messages).toEqual([]);
    session.socket.close();
  });

  it.each([
    ['by its own name', { model: 'scribe', language: 'en' }],
    ['by the provider’s', { model: 'gpt-4o-transcribe', language: 'en' }],
  ])('names one that the key may use %s', async (_name, transcription) => {
    await using it = await start();
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'session.update', session: sessionOf(transcription) });
    await session.until('session.updated');
    expect(JSON.parse(it.twin.received[0]?.messages[0] ?? '')).toMatchObject({
      session: sessionOf({ model: 'gpt-4o-transcribe', language: 'en' }),
    });
    session.socket.close();
  });

  it('is not needed to switch it off', async () => {
    await using it = await start();
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'session.update', session: sessionOf(null) });
    await session.until('session.updated');
    session.socket.close();
  });
});

const speech = { type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000) };

/** A vendor that has written down what was said as soon as it hears it. */
const writing =
  (usage: string): SessionScript =>
  (socket) => {
    socket.on('message', (data) => {
      const { type } = JSON.parse((data as Buffer).toString()) as { type: string };
      if (type === 'session.update') socket.send('{"type":"session.updated","session":{}}');
      else socket.send(`{"type":"${WRITTEN}","transcript":"hello there","usage":${usage}}`);
    });
  };

const WRITTEN = 'conversation.item.input_audio_transcription.completed';

describe('what a model has written down', () => {
  it('is charged by the prices of that model, and what is answered by those of the session’s', async () => {
    await using it = await start();
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'session.update', session: GA({ model: 'scribe' }) });
    await session.until('session.updated');
    session.send(speech);
    await session.until('response.done');
    session.socket.close();
    expect(await usageOf(it.gateway, 2)).toMatchObject([
      {
        ...{ model_asked: 'scribe', model_served: 'scribe', source: 'provider' },
        ...{ audio_input: 10, output: 4, cost_nano_usd: (10 * AUDIO + 4 * TEXT) / 1e6 },
      },
      { model_asked: 'voice', model_served: 'voice', source: 'provider', output: 10 },
    ]);
  });

  it.each([
    ['by the second', 'whisper', '{"type":"duration","seconds":1.5}', 1500],
    ['by a length that cannot be', 'whisper', '{"type":"duration","seconds":1e300}', 1000],
    ['by a length below nothing', 'whisper', '{"type":"duration","seconds":-7}', 1000],
    ['by a length that is no number', 'whisper', '{"type":"duration","seconds":"NaN"}', 1000],
  ])('%s is charged by the minute', async (_name, name, usage, ms) => {
    await using it = await start({ script: writing(usage) });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'session.update', session: GA({ model: name }) });
    await session.until('session.updated');
    session.send(speech);
    await session.until(WRITTEN);
    session.socket.close();
    const [record] = await usageOf(it.gateway, 1);
    expect(record).toMatchObject({ model_served: name, cost_nano_usd: (MINUTE * ms) / 60_000 });
  });

  it.each([
    ['negative', '{"input_tokens":-5,"output_tokens":4,"total_tokens":9}'],
    ['fractional', '{"input_tokens":0.5,"output_tokens":4,"total_tokens":4.5}'],
    ['no number', '{"input_tokens":"NaN","output_tokens":4}'],
    ['huge', '{"input_tokens":1e300,"output_tokens":1e300,"total_tokens":1e300}'],
    ['infinite', '{"input_tokens":1e999,"output_tokens":1e999}'],
  ])('with a count that is %s is estimated by its sound and its text', async (_name, usage) => {
    await using it = await start({ script: writing(usage) });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'session.update', session: GA({ model: 'scribe' }) });
    await session.until('session.updated');
    session.send(speech);
    await session.until(WRITTEN);
    session.socket.close();
    const [record] = await usageOf(it.gateway, 1);
    expect(record).toMatchObject({ model_served: 'scribe', source: 'estimate', audio_input: 10 });
    expect(record?.output).toBeGreaterThan(0);
    expect(record?.output).toBeLessThan(20);
  });

  it('is charged once for each part of an item, however often the provider tells of it', async () => {
    await using it = await start({
      script: (socket) => {
        for (const [index, part] of ['a0', 'a0', 'b0', 'a0', 'b0', 'a1'].entries()) {
          const [item_id, content_index] = [part.charAt(0), Number(part.charAt(1))];
          const usage = { input_tokens: 10, output_tokens: index + 1 };
          socket.send(JSON.stringify({ type: WRITTEN, item_id, content_index, usage }));
        }
      },
    });
    const session = await plainSession(it.gateway.url);
    const outputs = (await usageOf(it.gateway, 3)).map(({ output }) => output);
    session.socket.close();
    expect(outputs).toEqual([1, 3, 6]);
  });

  it.each([
    ['warn', null],
    ['zero', 0],
  ] as const)('by a model without a price costs what `%s` has of it', async (policy, cost) => {
    await using it = await start({
      fragments: { settings: settings({ unpricedModelPolicy: policy }) },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'session.update', session: GA({ model: 'unpriced' }) });
    await session.until('session.updated');
    session.send(speech);
    await session.until('response.done');
    session.socket.close();
    const [record] = await usageOf(it.gateway, 2);
    expect(record).toMatchObject({ model_served: 'unpriced', cost_nano_usd: cost });
  });

  it('is by no model without a price where the settings block those', async () => {
    const priced = { input: '1', output: '1', audioInput: '1', audioOutput: '1' };
    await using it = await start({
      fragments: {
        settings: settings({ unpricedModelPolicy: 'block' }),
        models: [
          model('voice', 'up', { mode: 'realtime', prices: priced }),
          model('unpriced', 'up', { mode: 'transcription' }),
        ],
      },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'session.update', session: GA({ model: 'unpriced' }) });
    const param = 'session.audio.input.transcription.model';
    expect((await session.until('error'))['error']).toMatchObject({ param });
    expect(it.twin.received[0]?.messages).toEqual([]);
    session.socket.close();
  });
});
