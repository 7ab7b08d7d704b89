import { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../multipart/read-form.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import type { TestGateway } from '../../testing/start-test-gateway.ts';
import { startTranscribing as start } from './media-gateway.ts';

describe('forms', () => {
  const sent = (gateway: TestGateway, body: string, type?: string) =>
    fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice', ...(type ? { 'content-type': type } : {}) },
      body,
    });
  const form = (...lines: string[]) => ['--b', ...lines, '--b--', ''].join('\r\n');
  const FILE = ['content-disposition: form-data; name="file"; filename="a.mp3"', '', 'hello'];
  const field = (name: string, text: string) => [
    `content-disposition: form-data; name="${name}"`,
    '',
    text,
  ];
  const TYPE = 'multipart/form-data; boundary=b';

  it.each([
    ['{"model":"scribe"}', 'application/json', 'has to be multipart/form-data'],
    [form(...FILE), 'multipart/form-data', 'names no boundary'],
    [form(...field('model', 'scribe')), TYPE, 'file must be a file of the form'],
    [form(...field('file', 'x'), '--b', ...field('model', 'scribe')), TYPE, 'file must be a file'],
    [form('content-type: audio/mpeg', '', 'x'), TYPE, 'has no name'],
    [
      form(...FILE, '--b', 'content-disposition: form-data; name="prompt"; filename=""', '', 'x'),
      ...[TYPE, '"prompt" is no file of this API'],
    ],
    [
      form(...FILE, '--b', ...field('model', 'scribe'), '--b', ...field('model', 'old')),
      ...[TYPE, 'more than one "model"'],
    ],
    [['--b', ...FILE].join('\r\n'), TYPE, 'breaks off'],
    [form(...FILE, '--b', ...field('stream', 'yes')), TYPE, 'stream must be true or false'],
    [form(...FILE, '--b', ...field('model', 'small')), TYPE, 'POST /v1/chat/completions'],
  ])(
    'that cannot be read are refused in words, and nobody is asked: %j',
    async (body, type, words) => {
      await using parts = await start();
      const response = await sent(parts.gateway, body, type);
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: { message: string } };
      expect(error.message).toContain(words);
      expect(parts.twin.received).toHaveLength(0);
    },
  );

  it('without a model get the one of the address, and parts that nobody knows pass', async () => {
    await using parts = await start();
    const response = await fetch(
      `${parts.gateway.url}/openai/deployments/scribe/audio/transcriptions?api-version=2025-04-01-preview`,
      {
        method: 'POST',
        headers: { 'api-key': 'sk-alice', 'content-type': TYPE },
        body: form(...FILE, '--b', ...field('newer', 'as it is')),
      },
    );
    // The twin refuses what OpenAI does not know.
    expect(await response.text()).toContain("Unknown parameter: 'newer'");
    const { body, headers } = parts.twin.received.at(-1)!;
    const parted = readForm(body, headers['content-type']).map(({ name, content }) => [
      name,
      content.toString(),
    ]);
    expect(parted).toEqual([
      ['model', 'gpt-4o-transcribe'],
      ['file', 'hello'],
      ['newer', 'as it is'],
    ]);
  });
});

describe('images of images', () => {
  it('are made for the OpenAI SDK, as documents and as streams, and each is charged for', async () => {
    await using parts = await start([guardrail('emails', { stages: ['input', 'output'] })]);
    const image = await toFile(Buffer.from('a picture'), 'a.png', { type: 'image/png' });
    const asked = { image, model: 'painter', prompt: 'a hat for bob@example.com' };
    const { data } = await parts.client.images.edit({ ...asked, n: 2 });
    expect(data).toHaveLength(2);
    expect(parts.twin.received.at(-1)!.body.toString()).not.toContain('bob@example.com');
    const events = await parts.client.images.edit({
      ...asked,
      image: [image, image],
      stream: true,
    });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    expect(types).toEqual(['image_edit.completed']);
    // It is served as long as there are models that know it.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const { data: varied } = await parts.client.images.createVariation({ image, model: 'painter' });
    expect(varied).toHaveLength(1);
    const usages = await usageOf(parts.gateway, 3);
    expect(usages.map((one) => one['cost_nano_usd'])).toEqual([80_000_000, 40_000_000, 40_000_000]);
  });

  it('are made with what the SDK sends beside them, a picture of what is to change too', async () => {
    await using parts = await start();
    const image = await toFile(Buffer.from('a picture'), 'a.png', { type: 'image/png' });
    const markup = await toFile(Buffer.from('red lines'), 'm.png', { type: 'image/png' });
    const { data } = await parts.client.images.edit({
      ...{ model: 'painter', prompt: 'a hat', image: [image, image], markup },
      ...{ output_format: 'webp', output_compression: 50 },
    });
    expect(data).toHaveLength(1);
    const [asked] = parts.twin.received;
    const sent = readForm(asked!.body, asked!.headers['content-type']);
    const marked = sent.find(({ name }) => name === 'markup');
    expect([marked?.filename, marked?.content.toString()]).toEqual(['m.png', 'red lines']);
  });
});
