import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { describe, expect, it } from 'vitest';
import {
  contentsOf,
  count,
  GOOGLE,
  MESSAGES,
  saying,
  startCounting,
  TEXT,
  type Counting,
} from '../testing/counting-gateway.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startRawPeer } from '../testing/raw-peer.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const anthropic = ({ gateway }: Counting) =>
  new Anthropic({ baseURL: gateway.url, apiKey: 'sk-alice', maxRetries: 0 }).messages;
const google = ({ gateway }: Counting) =>
  new GoogleGenAI({ apiKey: 'sk-alice', httpOptions: { baseUrl: gateway.url } }).models;

describe('a client that speaks the API of the vendor', () => {
  it('of Anthropic gets the count of Anthropic, with its betas, for nothing', async () => {
    await using all = await startCounting();
    const asked = { model: 'anthropic', system: 'Be brief.', messages: saying(TEXT) };
    const { data, response } = await anthropic(all)
      .countTokens(asked as Anthropic.MessageCountTokensParams, {
        headers: { 'anthropic-beta': 'context-management-2025-06-27' },
      })
      .withResponse();
    expect(data).toEqual({ input_tokens: 103 });
    expect(response.headers.get('x-aicp-token-count')).toBe('vendor');
    const [sent] = all.asked('anthropic');
    expect(sent?.path).toBe(MESSAGES);
    expect(sent?.body).toEqual({ ...asked, model: 'claude-sonnet-4-5' });
    expect(sent?.headers['anthropic-beta']).toBe('context-management-2025-06-27');
    const [record] = await usageOf(all.gateway);
    expect(record).toMatchObject({
      ...{ model_served: 'anthropic/count_tokens', provider: 'anthropic', completion: 'complete' },
      ...{ input: 0, output: 0, cost_nano_usd: 0, status: 200 },
    });
  });

  it('of Anthropic gets it for Claude at Vertex AI', async () => {
    await using all = await startCounting();
    const body = { model: 'vertex-claude', messages: saying(TEXT) };
    const counted = await count(all, MESSAGES, body);
    expect(counted).toMatchObject({ source: 'vendor', told: { input_tokens: 100 } });
    const [sent] = all.asked('vertex');
    expect(sent?.path).toMatch(/\/publishers\/anthropic\/models\/count-tokens:rawPredict$/);
    expect(sent?.body).toMatchObject({ model: 'claude-sonnet-4-5@20250929' });
  });

  it('of Google gets what Gemini tells, for contents and for a whole request', async () => {
    await using all = await startCounting();
    const counted = await google(all).countTokens({ model: 'gemini', contents: TEXT });
    expect(counted.totalTokens).toBe(113);
    const contents = contentsOf(TEXT);
    const systemInstruction = { parts: [{ text: TEXT }] };
    const asked = { model: 'models/gemini', contents, systemInstruction, safetySettings: [] };
    for (const body of [{ generateContentRequest: asked }, { contents, systemInstruction }]) {
      const { source, told } = await count(all, GOOGLE('gemini'), body);
      expect([source, told['totalTokens']]).toEqual(['vendor', 218]);
      expect(told['promptTokensDetails']).toHaveLength(1);
    }
    expect(all.asked('gemini').map(({ path }) => path)).toEqual(
      Array(3).fill('/v1beta/models/gemini-2.5-flash:countTokens'),
    );
    expect(all.asked('gemini')[1]?.body).toEqual({
      generateContentRequest: { ...asked, model: 'models/gemini-2.5-flash' },
    });
  });

  it('of Google gets it at Vertex AI, which is told what it counts alone', async () => {
    await using all = await startCounting();
    const body = { contents: contentsOf(TEXT), safetySettings: [] };
    const { source, told } = await count(all, GOOGLE('vertex'), body);
    expect([source, told['totalTokens']]).toEqual(['vendor', 113]);
    expect(all.asked('vertex')[0]?.body).toEqual({ contents: body.contents });
  });
});

describe('a client of another API', () => {
  it('of Google gets the count of Anthropic in its own form', async () => {
    await using all = await startCounting();
    const body = {
      contents: contentsOf(TEXT),
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 0.5, seed: 1, maxOutputTokens: 5 },
    };
    const counted = await count(all, GOOGLE('anthropic'), body);
    expect(counted).toEqual({
      ...{ status: 200, source: 'vendor', dropped: 'seed', told: { totalTokens: 103 } },
    });
    expect(Object.keys(all.asked('anthropic')[0]?.body ?? {}).toSorted()).toEqual([
      ...['messages', 'model', 'system'],
    ]);
  });

  it.each(['gemini', 'vertex'])('of Anthropic gets that of %s', async (vendor) => {
    await using all = await startCounting();
    const tools = [{ name: 'get_time', input_schema: { type: 'object' } }];
    const body = { model: vendor, messages: saying(TEXT), tools };
    const { source, told } = await count(all, MESSAGES, body);
    expect(source).toBe('vendor');
    expect(Object.keys(told)).toEqual(['input_tokens']);
    expect(told['input_tokens']).toBeGreaterThan(113);
  });

  it('of OpenAI gets that of Anthropic for a request for a response', async () => {
    await using all = await startCounting();
    const body = { model: 'anthropic', input: TEXT };
    const { source, told } = await count(all, '/v1/responses/input_tokens', body);
    expect(source).toBe('vendor');
    expect(told).toEqual({ object: 'response.input_tokens', input_tokens: 100 });
  });

  it('is told in its own form what the vendor says is wrong', async () => {
    await using all = await startCounting();
    const failing = google(all).countTokens({ model: 'anthropic', contents: 'fail with 400' });
    await expect(failing).rejects.toThrow('Failing with 400, as asked.');
    const asked = {
      model: 'gemini',
      messages: [{ role: 'user' as const, content: 'fail with 400' }],
    };
    await expect(anthropic(all).countTokens(asked)).rejects.toMatchObject({
      ...{ status: 400, type: 'invalid_request_error' },
    });
    const records = await usageOf(all.gateway, 2);
    expect(records.map(({ status, completion }) => [status, completion])).toEqual(
      Array(2).fill([400, 'complete']),
    );
  });
});

describe('an estimate takes the place of a count', () => {
  it.each([401, 404, 429, 500, 529])('where Anthropic answers %i', async (status) => {
    await using all = await startCounting();
    const messages = saying(`fail with ${status} ${TEXT}`);
    const { source, told } = await count(all, MESSAGES, { model: 'anthropic', messages });
    expect(source).toBe('estimate');
    expect(told['input_tokens']).toBeGreaterThan(90);
    expect(all.asked('anthropic')).toHaveLength(1);
    const [record] = await usageOf(all.gateway);
    expect(record).toMatchObject({ status: 200, cost_nano_usd: 0 });
  });

  it('where the vendor does not count', async () => {
    await using all = await startCounting();
    for (const name of ['openai', 'bedrock', 'mistral']) {
      const body = { model: name, messages: saying(TEXT) };
      expect((await count(all, MESSAGES, body)).source).toBe('estimate');
      expect(all.asked(name)).toEqual([]);
    }
    const records = await usageOf(all.gateway, 3);
    expect(new Set(records.map(({ model_served: served }) => served))).toEqual(
      new Set(['gateway/count_tokens']),
    );
  });

  it.each([
    ['brings no count', '{"input_tokens":"7"}'],
    ['brings too much', `{"input_tokens":7,"more":"${'x'.repeat(70_000)}"}`],
    ['is no JSON', 'seven'],
    ['never comes', undefined],
  ])('where the answer %s', async (_what, answer) => {
    await using peer = await startRawPeer((socket) => {
      if (answer !== undefined)
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`);
    });
    const baseUrl = `http://127.0.0.1:${peer.port}/v1`;
    const slow = provider('slow', { type: 'anthropic', baseUrl, timeoutMs: 300 });
    const models = [model('main', 'slow')];
    await using gateway = await startTestGateway({
      fragments: { providers: [slow], models, keys: [key('alice')] },
    });
    const counted = await count({ gateway }, MESSAGES, { model: 'main', messages: saying(TEXT) });
    expect(counted).toMatchObject({ status: 200, source: 'estimate' });
  });
});

it('tells an estimate in the place of a count that comes drop by drop', async () => {
  const dripping = new Set<NodeJS.Timeout>();
  await using peer = await startRawPeer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
    const drops = setInterval(() => socket.write(' '), 50);
    dripping.add(drops);
    socket.on('close', () => {
      clearInterval(drops);
      dripping.delete(drops);
    });
  });
  const baseUrl = `http://127.0.0.1:${peer.port}/v1`;
  const providers = [provider('slow', { type: 'anthropic', baseUrl })];
  const models = [model('main', 'slow')];
  await using gateway = await startTestGateway({
    fragments: { providers, models, keys: [key('alice')] },
  });
  const counted = await count({ gateway }, MESSAGES, { model: 'main', messages: saying(TEXT) });
  expect(counted).toMatchObject({ status: 200, source: 'estimate' });
  await expect.poll(() => dripping.size).toBe(0);
});
