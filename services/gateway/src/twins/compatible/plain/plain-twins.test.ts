import OpenAI, { AzureOpenAI, toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { AZURE_KEY, startAzureTwin } from '../../azure/start-azure-twin.ts';
import { startOpenAiTwin } from '../../openai/openai-twin.ts';
import { TWIN_VENDORS } from '../../vendors.ts';

async function at(name: string) {
  const vendor = TWIN_VENDORS[name];
  if (!vendor) throw new Error(`there is no twin of ${name}`);
  const twin = await vendor.start();
  const baseURL = `${twin.origin}${vendor.base}`;
  const client = new OpenAI({ baseURL, apiKey: 'sk-twin', maxRetries: 0 });
  return { twin, client, [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose]() };
}

describe('vectors of the twin of OpenAI', () => {
  it('are of length one, the same for the same text, and as long as it is asked for', async () => {
    await using openai = await at('openai');
    const input = ['one text', 'another', 'one text'];
    const { data, usage, model } = await openai.client.embeddings.create({
      ...{ model: 'text-embedding-3-small', input, dimensions: 16 },
    });
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(data.map(({ embedding }) => embedding.length)).toEqual([16, 16, 16]);
    expect(data[0]?.embedding).toEqual(data[2]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 6);
    expect(usage).toEqual({ prompt_tokens: 6, total_tokens: 6 });
    expect(model).toBe('text-embedding-3-small');
  });

  it('come in base64 as well, of ids of tokens too', async () => {
    await using openai = await at('openai');
    const asked = { model: 'm', input: [[1, 2, 3], [4]], dimensions: 4 };
    const plain = await openai.client.embeddings.create({ ...asked, encoding_format: 'float' });
    const packed = await openai.client.embeddings.create({ ...asked, encoding_format: 'base64' });
    const bytes = Buffer.from(packed.data[0]?.embedding ?? '', 'base64');
    const read = [0, 4, 8, 12].map((place) => bytes.readFloatLE(place));
    for (const [index, value] of read.entries())
      expect(value).toBeCloseTo(plain.data[0]?.embedding[index] ?? NaN, 6);
    expect(plain.usage.prompt_tokens).toBe(4);
    const single = await openai.client.embeddings.create({ model: 'm', input: [1, 2, 3] });
    expect(single.data).toHaveLength(1);
  });

  it.each([
    [{ input: '' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: Array.from({ length: 2049 }, () => 'a') }, 'input'],
    [{ input: 'a', dimensions: 0 }, 'dimensions'],
    [{ input: 'a', output_dimension: 4 }, 'output_dimension'],
    [{ model: 'text-embedding-ada-002', input: 'a', dimensions: 4 }, 'dimensions'],
  ])('are refused of %j', async (wrong, param) => {
    await using openai = await at('openai');
    const asking = openai.client.embeddings.create({ model: 'm', ...wrong });
    await expect(asking).rejects.toMatchObject({ status: 400, param });
  });

  it('are nobody’s without a key', async () => {
    await using openai = await at('openai');
    const { status } = await fetch(`${openai.twin.origin}/v1/embeddings`, { method: 'POST' });
    expect(status).toBe(401);
  });
});

describe.each(['together', 'fireworks', 'openrouter', 'ollama', 'vllm'])(
  'vectors of the twin of %s',
  (name) => {
    it('are one for each text, the same for the same text', async () => {
      await using vendor = await at(name);
      const input = ['one text', 'another', 'one text'];
      const { data, model } = await vendor.client.embeddings.create({ model: 'm', input });
      expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(data[0]?.embedding.length).toBeGreaterThan(8);
      expect(data[0]?.embedding).toEqual(data[2]?.embedding);
      expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
      expect(model).toBe('m');
    });

    it('are refused of no text', async () => {
      await using vendor = await at(name);
      const asking = vendor.client.embeddings.create({ model: 'm', input: [] });
      await expect(asking).rejects.toMatchObject({ status: 400 });
    });
  },
);

describe('what vectors of the twins of other vendors are peculiar in', () => {
  it.each([
    ['openrouter', true],
    ['ollama', true],
    ['vllm', true],
    ['fireworks', true],
    ['together', false],
  ])('%s counts tokens: %s', async (name, isCounted) => {
    await using vendor = await at(name);
    const answer = await vendor.client.embeddings.create({ model: 'm', input: 'one text' });
    expect('usage' in answer).toBe(isCounted);
  });

  it.each([
    ['openrouter', [1, 2]],
    ['vllm', [1, 2]],
  ])('%s takes ids of tokens', async (name, input) => {
    await using vendor = await at(name);
    const { usage } = await vendor.client.embeddings.create({ model: 'm', input });
    expect(usage.prompt_tokens).toBe(2);
  });

  it.each(['together', 'fireworks', 'ollama'])('%s takes texts alone', async (name) => {
    await using vendor = await at(name);
    const asking = vendor.client.embeddings.create({ model: 'm', input: [1, 2] });
    await expect(asking).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['fireworks', 400],
    ['together', 200],
    ['openrouter', 200],
    ['ollama', 200],
    ['vllm', 200],
  ])('%s answers what it does not know with %d', async (name, status) => {
    await using vendor = await at(name);
    const asked = { model: 'm', input: 'a', unheard: true };
    const answered = vendor.client.embeddings.create(asked).then(
      () => 200,
      (error: unknown) => (error instanceof OpenAI.APIError ? Number(error.status) : 0),
    );
    expect(await answered).toBe(status);
  });
});

describe('old completions of the twin of OpenAI', () => {
  it('go on from each prompt, in documents and streams, and count the same', async () => {
    await using openai = await at('openai');
    const asked = { model: 'gpt-3.5-turbo-instruct', prompt: ['Hello', 'Ada'], n: 2 };
    const { choices, usage } = await openai.client.completions.create(asked);
    const texts = ['You said: Hello', 'You said: Hello', 'You said: Ada', 'You said: Ada'];
    expect(choices.map(({ text }) => text)).toEqual(texts);
    expect(choices.map(({ finish_reason: reason }) => reason)).toEqual(Array(4).fill('stop'));
    const stream = await openai.client.completions.create({
      ...{ ...asked, stream: true, stream_options: { include_usage: true } },
    });
    const streamed = ['', '', '', ''];
    let last: unknown;
    for await (const chunk of stream) {
      for (const { index, text } of chunk.choices) streamed[index] = `${streamed[index]}${text}`;
      last = chunk.usage;
    }
    expect(streamed).toEqual(texts);
    expect(last).toEqual(usage);
    expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 16 });
  });

  it('end after sixteen tokens where nothing else is said, and have the prompt before them where that is asked for', async () => {
    await using openai = await at('openai');
    const prompt = 'Say it at length';
    const ask = (more: object = {}) =>
      openai.client.completions.create({ model: 'davinci-002', prompt, ...more });
    const [short] = (await ask()).choices;
    expect(short).toMatchObject({ finish_reason: 'length' });
    expect(short?.text).toHaveLength(64);
    const [whole] = (await ask({ echo: true, stop: 'leads' })).choices;
    expect(whole).toMatchObject({ finish_reason: 'stop', text: `${prompt}One thing ` });
  });

  it.each([
    [{ model: 'gpt-5-mini' }, 404, 'model'],
    [{ n: 3, best_of: 2 }, 400, 'best_of'],
    [{ stream_options: { include_usage: true } }, 400, 'stream_options'],
    [{ messages: [] }, 400, 'messages'],
    [{ prompt: 'fail with 503' }, 503, null],
  ])('are refused of %j', async (wrong, status, param) => {
    await using openai = await at('openai');
    const asked = { model: 'gpt-3.5-turbo-instruct', prompt: 'Hello', ...wrong };
    const asking = openai.client.completions.create(asked);
    await expect(asking).rejects.toMatchObject({ status, param });
  });
});

describe('moderations of the twin of OpenAI', () => {
  it('say of each text what it is', async () => {
    await using openai = await at('openai');
    const { model, results } = await openai.client.moderations.create({
      input: ['Hello', 'this is violence'],
    });
    expect(model).toBe('omni-moderation-latest');
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(results[1]?.categories).toMatchObject({ violence: true, 'violence/graphic': false });
    expect(results[1]?.category_scores.violence).toBeGreaterThan(0.5);
    expect(results[1]?.category_applied_input_types.hate).toEqual(['text']);
  });

  it('look at pictures together with their texts, but for models that see none', async () => {
    await using openai = await at('openai');
    const url = 'https://example.com/violence-and-hate.png';
    const input = [
      { type: 'text' as const, text: 'Look' },
      { type: 'image_url' as const, image_url: { url } },
    ];
    const { results } = await openai.client.moderations.create({ input });
    expect(results).toHaveLength(1);
    expect(results[0]?.categories).toMatchObject({ violence: true, hate: false });
    expect(results[0]?.category_applied_input_types.violence).toEqual(['text', 'image']);
    const old = openai.client.moderations.create({ input, model: 'text-moderation-latest' });
    await expect(old).rejects.toMatchObject({ status: 400, param: 'input' });
    const told = await openai.client.moderations.create({
      ...{ input: 'Hello', model: 'text-moderation-latest' },
    });
    expect(told.results[0]?.categories).not.toHaveProperty('illicit');
  });
});

it.each([
  ['/v1/embeddings' as const, { model: 'm', input: 'a' }, { object: 'list' }],
  ['/v1/completions' as const, { model: 'm', prompt: 'a' }, { object: 'text_completion' }],
  ['/v1/moderations' as const, { model: 'm', input: 'a' }, { results: [{ flagged: false }] }],
])('batches of the twin of OpenAI are answered at %s', async (endpoint, body, answer) => {
  await using twin = await startOpenAiTwin({ batchPolls: 1 });
  const client = new OpenAI({ baseURL: `${twin.origin}/v1`, apiKey: 'k', maxRetries: 0 });
  const line = JSON.stringify({ custom_id: 'a', method: 'POST', url: endpoint, body });
  const file = await toFile(Buffer.from(line), 'a.jsonl');
  const { id } = await client.files.create({ file, purpose: 'batch' });
  const made = await client.batches.create({
    ...{ input_file_id: id, endpoint, completion_window: '24h' },
  });
  const done = await client.batches.retrieve(made.id);
  const text = await (await client.files.content(done.output_file_id ?? '')).text();
  expect(JSON.parse(text)).toMatchObject({ response: { status_code: 200, body: answer } });
});

describe('the twin of Azure', () => {
  it('makes vectors by deployments, and in version 1', async () => {
    await using twin = await startAzureTwin();
    const dated = new AzureOpenAI({
      ...{ endpoint: twin.origin, apiKey: AZURE_KEY, apiVersion: '2024-10-21', maxRetries: 0 },
    });
    const asked = { model: 'vectors', input: ['one', 'two'], dimensions: 8 };
    const first = await dated.embeddings.create(asked);
    expect(first.data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
    expect(first.model).toBe('vectors');
    expect(twin.received[0]?.path).toBe('/openai/deployments/vectors/embeddings');
    const plain = new OpenAI({
      ...{ baseURL: `${twin.origin}/openai/v1`, apiKey: 'unused', maxRetries: 0 },
      defaultHeaders: { 'api-key': AZURE_KEY },
    });
    expect((await plain.embeddings.create(asked)).data).toEqual(first.data);
  });

  it('makes none for strangers, in no version, and of no text', async () => {
    await using twin = await startAzureTwin();
    const ask = (apiKey: string, apiVersion: string, input = 'a') =>
      new AzureOpenAI({
        ...{ endpoint: twin.origin, apiKey, apiVersion, maxRetries: 0 },
      }).embeddings.create({ model: 'vectors', input });
    await expect(ask('wrong', '2024-10-21')).rejects.toMatchObject({ status: 401 });
    await expect(ask(AZURE_KEY, 'yesterday')).rejects.toMatchObject({ status: 404 });
    await expect(ask(AZURE_KEY, '2024-10-21', '')).rejects.toMatchObject({ status: 400 });
  });
});

describe('the twin of Mistral', () => {
  it('makes vectors as long as its own member says, and knows none of OpenAI’s', async () => {
    await using mistral = await at('mistral');
    const ask = (more: object) =>
      mistral.client.embeddings.create({ model: 'codestral-embed', input: ['a', 'b'], ...more });
    const { data } = await ask({ output_dimension: 8 });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
    await expect(ask({ dimensions: 8 })).rejects.toMatchObject({ status: 422 });
    await expect(ask({ user: 'ada' })).rejects.toMatchObject({ status: 422 });
    await expect(ask({ input: [1, 2] })).rejects.toMatchObject({ status: 422 });
    const fixed = ask({ model: 'mistral-embed', output_dimension: 8 });
    await expect(fixed).rejects.toMatchObject({ status: 400 });
  });

  it('says of each text what it is, by its own categories', async () => {
    await using mistral = await at('mistral');
    const model = 'mistral-moderation-latest';
    const { results } = await mistral.client.moderations.create({
      ...{ model, input: ['Hello', 'about law'] },
    });
    expect(results.map(({ categories }) => ({ ...categories }))).toMatchObject([
      { law: false, violence_and_threats: false },
      { law: true, violence_and_threats: false },
    ]);
    expect(results[0]).not.toHaveProperty('flagged');
  });
});
