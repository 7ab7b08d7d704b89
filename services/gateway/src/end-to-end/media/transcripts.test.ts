import OpenAI, { AzureOpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../multipart/read-form.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { soundOf, startTranscribing as start } from './media-gateway.ts';

const HEARD = 'a cat on a mat';

describe('transcripts', () => {
  it('are written for the OpenAI SDK, of the vendor’s twin and through the gateway alike', async () => {
    await using parts = await start();
    const direct = new OpenAI({ baseURL: `${parts.twin.origin}/v1`, apiKey: 'sk-vendor' });
    const file = await soundOf(HEARD);
    const more = { language: 'en', prompt: 'about animals', temperature: 0.5 };
    const own = await direct.audio.transcriptions.create({
      ...{ file, model: 'gpt-4o-transcribe', ...more },
    });
    const told = await parts.client.audio.transcriptions.create({ file, model: 'scribe', ...more });
    expect(told).toEqual(own);
    const [first, second] = parts.twin.received.map(({ body, headers }) =>
      readForm(body, headers['content-type']),
    );
    expect(second).toEqual(first);
    const [usage] = await usageOf(parts.gateway, 1);
    // 4 tokens of text at 2,500 nano-USD, 10 of sound at 6,000, and 5 words at 10,000.
    expect(usage).toMatchObject({
      ...{ source: 'provider', input: 4, audio_input: 10, output: 5, cost_nano_usd: 120_000 },
    });
  });

  it('say who spoke, and are made as the SDK says where to cut', async () => {
    await using parts = await start([guardrail('emails', { stages: ['output'] })]);
    const known_speaker_names = ['Ann', 'Ben'];
    const known_speaker_references = ['data:audio/wav;base64,AA==', 'data:audio/wav;base64,AQ=='];
    const asking = async (heard: string) =>
      await parts.client.audio.transcriptions.create({
        ...{ file: await soundOf(heard), model: 'scribe', response_format: 'diarized_json' },
        chunking_strategy: { type: 'server_vad', threshold: 0.5, silence_duration_ms: 200 },
        ...{ known_speaker_names, known_speaker_references },
      });
    expect(await asking('hello there')).toMatchObject({
      text: 'hello there',
      segments: [
        { speaker: 'A', text: 'hello ' },
        { speaker: 'B', text: 'there' },
      ],
    });
    expect(JSON.stringify(await asking('write to bob@example.com'))).not.toContain('bob@');
  });

  it('are streamed', async () => {
    await using parts = await start();
    const events = await parts.client.audio.transcriptions.create({
      ...{ file: await soundOf(HEARD), model: 'scribe', stream: true },
    });
    let text = '';
    let last = '';
    for await (const event of events) {
      if (event.type === 'transcript.text.delta') text += event.delta;
      last = event.type;
    }
    expect([text, last]).toEqual([HEARD, 'transcript.text.done']);
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ source: 'provider', audio_input: 10, output: 5 });
  });

  it('of a model that knows no streams are documents, and nobody’s fault', async () => {
    await using parts = await start();
    const form = new FormData();
    form.append('file', await soundOf(HEARD));
    form.append('model', 'old');
    form.append('stream', 'true');
    const response = await fetch(`${parts.gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: form,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ text: HEARD });
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ completion: 'complete', cost_nano_usd: 6_000_000 });
  });

  it('that break off in the middle of a stream are counted as far as they came', async () => {
    await using parts = await start();
    const events = await parts.client.audio.transcriptions.create({
      ...{ file: await soundOf('here it breaks off and ends'), model: 'scribe', stream: true },
    });
    const read = async () => {
      for await (const event of events) expect(event.type).toContain('transcript');
    };
    await expect(read()).rejects.toThrow();
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ completion: 'provider_failed', source: 'estimate' });
    expect(usage?.['output']).toBeGreaterThan(0);
  });

  it.each([
    ['text', `${HEARD}\n`],
    ['srt', `1\n00:00:00,000 --> 00:00:02,000\n${HEARD}\n\n`],
    ['vtt', `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n${HEARD}\n\n`],
  ] as const)('are texts and subtitles as well: %s', async (response_format, expected) => {
    await using parts = await start();
    const file = await soundOf(HEARD);
    const told: unknown = await parts.client.audio.transcriptions.create({
      ...{ file, model: 'old', response_format },
    });
    expect(told).toBe(expected);
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ cost_nano_usd: 6_000_000 });
  });

  it('are made in English too, and come from Azure’s clients, which name a deployment', async () => {
    await using parts = await start();
    const file = await soundOf(HEARD);
    // OpenAI ends it in favour of another API; other vendors go on with it.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const translated = await parts.client.audio.translations.create({ file, model: 'old' });
    expect(translated.text).toBe(HEARD);
    const azure = new AzureOpenAI({
      ...{ endpoint: parts.gateway.url, apiKey: 'sk-alice', apiVersion: '2025-04-01-preview' },
      deployment: 'old',
    });
    const told = await azure.audio.transcriptions.create({ file, model: 'old' });
    expect(told.text).toBe(HEARD);
    const [usage] = await usageOf(parts.gateway, 1);
    // Counted by its length: that 14 bytes are 5 s is not believed.
    expect(usage).toMatchObject({
      ...{ input: 0, output: 0, audio_input: 1 },
      source: 'estimate',
      cost_nano_usd: 6_000_000,
    });
  });

  it('cost by the minute what the vendor says that it heard', async () => {
    await using parts = await start();
    await parts.client.audio.transcriptions.create({
      ...{ file: await soundOf(HEARD.padEnd(5000, '.')), model: 'minutes' },
    });
    const [usage] = await usageOf(parts.gateway, 1);
    // 5 s at USD 0.0001 a second, which are 50 tokens at most models that count those.
    expect(usage).toMatchObject({ source: 'estimate', audio_input: 50, cost_nano_usd: 500_000 });
  });

  it.each([
    // 10 s at USD 0.0001 a second.
    ['minutes', 1_000_000],
    // 100 tokens of sound at 6,000 nano-USD, and what is written at 10,000.
    ['scribe', 600_000],
  ])(
    'that nobody counts cost what 32 kbit/s of the sound are long, at least: %s',
    async (model, least) => {
      await using parts = await start();
      const file = await soundOf(HEARD.padEnd(40_000, '.'));
      for (const response_format of ['text', 'srt'] as const)
        await parts.client.audio.transcriptions.create({ file, model, response_format });
      const all = await usageOf(parts.gateway, 2);
      for (const usage of all) {
        expect(usage).toMatchObject({ source: 'estimate', audio_input: 100 });
        expect(Number(usage['cost_nano_usd'])).toBeGreaterThanOrEqual(least);
      }
    },
  );

  it('of large sounds go on, byte by byte as they came, with the model behind them', async () => {
    await using parts = await start();
    const sound = Buffer.alloc(3_000_000, 'abcdefg ');
    const form = new FormData();
    form.append('file', new File([sound], 'long.wav'));
    form.append('model', 'scribe');
    const response = await fetch(`${parts.gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: form,
    });
    expect(response.status).toBe(200);
    await response.text();
    const { body, headers } = parts.twin.received.at(-1)!;
    const [file, named] = readForm(body, headers['content-type']);
    expect(file?.content.equals(sound)).toBe(true);
    expect(named?.content.toString()).toBe('gpt-4o-transcribe');
  });
});

describe('guardrails of transcripts', () => {
  const emails = guardrail('emails', { stages: ['input', 'output'] });

  it('look at the prompt of the form, and at every form of the answer', async () => {
    await using parts = await start([emails]);
    const file = await soundOf('write to bob@example.com today');
    for (const response_format of ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const) {
      const told: unknown = await parts.client.audio.transcriptions.create({
        ...{ file, model: 'scribe', prompt: 'nora@example.com speaks', response_format },
      });
      const text = JSON.stringify(told);
      expect(text).not.toContain('bob@example.com');
      expect(text).toContain('today');
      const sent = readForm(
        parts.twin.received.at(-1)!.body,
        parts.twin.received.at(-1)!.headers['content-type'],
      );
      const prompt = sent.find(({ name }) => name === 'prompt')?.content.toString();
      expect(prompt).not.toContain('nora@example.com');
      expect(prompt).toContain('speaks');
    }
  });

  it('look at the pieces of a stream as one text, and at its end', async () => {
    await using parts = await start([
      guardrail('cards', {
        stages: ['output'],
        detectors: [
          {
            ...{ id: 'pii', type: 'pii', action: 'redact' },
            patterns: [{ pattern: 'CREDIT_CARD', action: 'redact' }],
          },
        ],
      }),
    ]);
    const events = await parts.client.audio.transcriptions.create({
      ...{ file: await soundOf('my card 4111 1111 1111 1111 is lost'), model: 'scribe' },
      stream: true,
    });
    let text = '';
    let done = '';
    for await (const event of events) {
      if (event.type === 'transcript.text.delta') text += event.delta;
      if (event.type === 'transcript.text.done') done = event.text;
    }
    for (const one of [text, done]) {
      expect(one).not.toContain('1111');
      expect(one).toMatch(/^my card .* is lost$/);
    }
  });

  it('find what stands across words and segments', async () => {
    const cards = guardrail('cards', {
      stages: ['output'],
      detectors: [
        {
          ...{ id: 'pii', type: 'pii', action: 'redact' },
          patterns: [{ pattern: 'CREDIT_CARD', action: 'redact' }],
        },
      ],
    });
    await using parts = await start([cards]);
    const told = await parts.client.audio.transcriptions.create({
      ...{ file: await soundOf('my card 4111 1111 1111 1111 is lost'), model: 'scribe' },
      response_format: 'verbose_json',
    });
    expect(JSON.stringify(told)).not.toContain('1111');
    expect(told.words).toEqual([]);
    expect(told.segments).toEqual([]);
  });

  it('cannot hear: one that lets nothing pass that it cannot look at refuses the sound', async () => {
    await using parts = await start([guardrail('strict', { unscannable: 'block' })]);
    const asked = parts.client.audio.transcriptions.create({
      ...{ file: await soundOf(HEARD), model: 'scribe' },
    });
    await expect(asked).rejects.toMatchObject({ status: 403 });
    expect(parts.twin.received).toHaveLength(0);
  });
});
