import { GoogleGenAI } from '@google/genai';
import { expect, it } from 'vitest';
import { clientOf } from '../testing/clients.ts';
import { key, model, simulated } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const start = () =>
  startTestGateway({
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim'), model('team/large', 'sim'), model('closed', 'sim')],
      keys: [key('alice', { allowedModels: ['small', 'team/large'] })],
    },
  });

const TEXT = 'x'.repeat(400);

it('tells Google’s client how many tokens contents are likely to have', async () => {
  await using gateway = await start();
  const { models } = new GoogleGenAI({
    apiKey: 'sk-alice',
    httpOptions: { baseUrl: gateway.url },
  });
  const counted = await models.countTokens({ model: 'small', contents: TEXT });
  expect(counted.totalTokens).toBeGreaterThan(90);
  expect(counted.totalTokens).toBeLessThan(120);
  const large = await models.countTokens({ model: 'team/large', contents: TEXT });
  expect(large.totalTokens).toBe(counted.totalTokens);
  for (const [name, status] of [
    ['closed', 403],
    ['none', 404],
  ] as const)
    await expect(models.countTokens({ model: name, contents: TEXT })).rejects.toMatchObject({
      status,
    });
  const [record] = await usageOf(gateway);
  expect(record).toMatchObject({ model_served: 'gateway/count_tokens', input: 0, status: 200 });
});

it('counts a whole request of Google’s, and refuses in Google’s form what is none', async () => {
  await using gateway = await start();
  const count = async (body: object, path = 'small:countTokens', method = 'POST') => {
    const response = await fetch(`${gateway.url}/v1beta/models/${path}`, {
      method,
      headers: { 'x-goog-api-key': 'sk-alice' },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, said: (await response.json()) as object };
  };
  const contents = [{ role: 'user', parts: [{ text: TEXT }] }];
  const { said: alone } = await count({ contents });
  const systemInstruction = { parts: [{ text: TEXT }] };
  const asked = { model: 'models/small', contents, systemInstruction };
  const { said: whole } = await count({ generateContentRequest: asked });
  const tokens = (counted: object) => (counted as { totalTokens: number }).totalTokens;
  expect(tokens(whole)).toBeGreaterThan(1.8 * tokens(alone));
  expect(await count({})).toMatchObject({
    ...{ status: 400, said: { error: { code: 400, status: 'INVALID_ARGUMENT' } } },
  });
  expect((await count({}, 'small:countTokens', 'PUT')).status).toBe(405);
});

it('tells OpenAI’s client how many tokens a request for a response is likely to have', async () => {
  await using gateway = await start();
  const { inputTokens } = clientOf(gateway).responses;
  const { input_tokens: counted, object } = await inputTokens.count({
    model: 'small',
    input: TEXT,
  });
  expect(object).toBe('response.input_tokens');
  expect(counted).toBeGreaterThan(90);
  expect(counted).toBeLessThan(120);
  await expect(inputTokens.count({ model: 'closed', input: TEXT })).rejects.toMatchObject({
    status: 403,
  });
  const earlier = { model: 'small', input: TEXT, previous_response_id: 'resp_1' };
  await expect(inputTokens.count(earlier)).rejects.toMatchObject({
    ...{ status: 400, param: 'previous_response_id' },
  });
});
