import { describe, expect, it } from 'vitest';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { plainSession, startRealtimeGateway } from '../../testing/realtime-gateway.ts';
import { startRealtimeTwin } from '../../twins/openai/realtime-twin.ts';

const GA = (transcription: unknown) => ({ audio: { input: { transcription } } });
const BETA = (transcription: unknown) => ({ input_audio_transcription: transcription });

/** A gateway with a model that writes down, one that the key may not use, and one at another provider. */
async function start() {
  const twin = await startRealtimeTwin();
  const up = (id: string) =>
    provider(id, { type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' });
  const it = await startRealtimeGateway({
    fragments: {
      providers: [up('up'), up('other')],
      credentials: [credential('up', 'sk-vendor'), credential('other', 'sk-vendor')],
      models: [
        model('voice', 'up', { mode: 'realtime' }),
        model('scribe', 'up', { mode: 'transcription', upstreamModel: 'gpt-4o-transcribe' }),
        model('dear', 'up', { mode: 'transcription', upstreamModel: 'dear-upstream' }),
        model('far', 'other', { mode: 'transcription', upstreamModel: 'far-upstream' }),
      ],
      keys: [key('alice', { allowedModels: ['voice', 'scribe', 'far'] })],
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
