import {
  ApiError,
  createPartFromFunctionResponse,
  GoogleGenAI,
  type Content,
  type Part,
} from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credential, key, model, provider, rule, simulated } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startTwin, type Twin } from '../../twins/kit/start-twin.ts';
import { geminiRoutes } from '../../twins/gemini/gemini-twin.ts';

const API_KEY = 'AIza-a-key-that-nobody-may-see';

let twin: Twin;
let gateway: TestGateway;

beforeAll(async () => {
  twin = await startTwin({ routes: geminiRoutes() });
  gateway = await startTestGateway({
    fragments: {
      keys: [key('alice'), key('bob', { rpmLimit: 1 })],
      providers: [
        provider('google', { type: 'gemini', baseUrl: `${twin.origin}/v1beta`, credential: 'set' }),
        simulated('sim'),
      ],
      credentials: [credential('google', API_KEY)],
      models: [
        model('main', 'google', {
          upstreamModel: 'gemini-3-pro-preview',
          prices: { input: '1000000000', output: '2000000000', reasoning: '3000000000' },
        }),
        model('org/other', 'sim'),
        model('closed', 'google'),
      ],
      policies: [rule('no', 'deny', ['closed'])],
    },
  });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await twin[Symbol.asyncDispose]();
});

const clientOf = (apiKey = 'sk-alice') =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url, retryOptions: { attempts: 1 } } });

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => ({ status: 200, message: 'answered' }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, message: error.message };
    },
  );

const weather = {
  name: 'weather',
  parametersJsonSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
};

async function heard(stream: AsyncIterable<{ candidates?: { content?: Content }[] }>) {
  const parts: Part[] = [];
  for await (const { candidates: [candidate] = [] } of stream)
    parts.push(...(candidate?.content?.parts ?? []));
  return parts.map(({ text }) => text ?? '').join('');
}

describe("Google's own SDK through the gateway", () => {
  it('gets an answer of Google as it came, and is billed for it by hand-worked prices', async () => {
    const answer = await clientOf().models.generateContent({
      model: 'main',
      contents: 'hello there',
      config: { thinkingConfig: { includeThoughts: true }, temperature: 0 },
    });
    expect(answer.text).toBe('You said: hello there');
    expect(answer.responseId).toBe('mAnSwErId');
    expect(twin.received.at(-1)?.path).toBe('/v1beta/models/gemini-3-pro-preview:generateContent');
    const record = await waitFor(async () =>
      (await usageOf(gateway)).find(({ reasoning }) => reasoning > 0),
    );
    expect(record).toMatchObject({ output: 6, reasoning: 11, source: 'provider', status: 200 });
    const [input, cost] = [record.input, record.cost_nano_usd];
    expect(cost).toBe(input * 1000 + 6 * 2000 + 11 * 3000);
  });

  it('streams, calls tools in a chat and gives their results back', async () => {
    const text = await heard(
      await clientOf().models.generateContentStream({ model: 'main', contents: 'hello at length' }),
    );
    expect(text).toMatch(/^One thing leads to the next\. .*next\.$/);
    const chat = clientOf().chats.create({
      model: 'main',
      config: { tools: [{ functionDeclarations: [weather] }] },
    });
    const called = await chat.sendMessage({ message: 'weather' });
    const [call] = called.functionCalls ?? [];
    expect(call?.name).toBe('weather');
    const answer = await chat.sendMessage({
      message: [createPartFromFunctionResponse('1', 'weather', { output: 'sun' })],
    });
    expect(answer.text).toBe('The tools said: sun.');
  });

  it('asks any other provider in the same way, whole and streamed', async () => {
    const { models } = clientOf();
    const answer = await models.generateContent({ model: 'org/other', contents: 'hi' });
    expect(answer.text?.length).toBeGreaterThan(10);
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
    const stream = await models.generateContentStream({ model: 'org/other', contents: 'hi' });
    expect(await heard(stream)).toBe(answer.text);
    const called = await models.generateContent({
      model: 'org/other',
      contents: 'hi',
      config: { tools: [{ functionDeclarations: [weather] }] },
    });
    expect(called.functionCalls?.[0]?.args).toHaveProperty('city');
  });

  it('is refused in the words and the form of Google', async () => {
    const asked = (apiKey: string, name: string) =>
      refusalOf(clientOf(apiKey).models.generateContent({ model: name, contents: 'hi' }));
    const unknown = await asked('sk-nobody', 'main');
    expect(unknown.status).toBe(401);
    expect(JSON.parse(unknown.message)).toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED' },
    });
    expect((await asked('sk-alice', 'closed')).status).toBe(403);
    expect((await asked('sk-alice', 'missing')).status).toBe(404);
    expect((await asked('sk-bob', 'main')).status).toBe(200);
    const limited = await asked('sk-bob', 'main');
    expect(limited.status).toBe(429);
    expect(limited.message).toContain('RESOURCE_EXHAUSTED');
  });

  it('is told an error of Google without the credential', async () => {
    const failed = await refusalOf(
      clientOf().models.generateContent({ model: 'main', contents: 'fail with 400' }),
    );
    expect(failed.status).toBe(400);
    expect(failed.message).toContain('The question asks for it.');
    expect(failed.message).not.toContain(API_KEY);
  });

  it('lists the models that the key may use, and tells of one', async () => {
    const names: (string | undefined)[] = [];
    for await (const one of await clientOf().models.list()) names.push(one.name);
    expect(names).toEqual(expect.arrayContaining(['models/main', 'models/org/other']));
    const one = await clientOf().models.get({ model: 'main' });
    expect(one.name).toBe('models/main');
    const missing = await refusalOf(clientOf().models.get({ model: 'missing' }));
    expect(missing.message).toContain('NOT_FOUND');
  });

  it('hears of a stream that breaks off', async () => {
    const stream = await clientOf().models.generateContentStream({
      model: 'main',
      contents: 'break off at length',
    });
    await expect(heard(stream)).rejects.toThrow();
  });
});

describe('what a request says', () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
  const main = '/v1beta/models/main:generateContent';

  it('takes the key out of the query, and writes it down nowhere', async () => {
    const answer = await post(`${main}?key=sk-alice`, { contents });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(gateway.logged)).not.toContain('sk-alice');
    expect(JSON.stringify(await usageOf(gateway))).not.toContain('sk-alice');
    expect(twin.received.at(-1)?.query.get('key')).toBeNull();
    expect((await post('/v1/chat/completions?key=sk-alice', {})).status).toBe(401);
  });

  it.each([
    ['a model in the body', { contents, model: 'models/closed' }, /model stands in the path/],
    [
      'contents in two cases',
      `{"system_instruction":{},"systemInstruction":{},"contents":[]}`,
      /twice/,
    ],
    ['contents with an escape', `{"contents":[],"\\u0063ontents":[]}`, /contents is there twice/],
    ['no contents', {}, /contents must be an array/],
    [
      'what lies in a cache of somebody',
      { contents, cachedContent: 'cachedContents/x' },
      /cachedContent/,
    ],
    [
      'a store of files of somebody',
      { contents, tools: [{ file_search: { file_search_store_names: ['fileSearchStores/x'] } }] },
      /tools\[\]\.fileSearch/,
    ],
    [
      'an index of somebody',
      { contents, tools: { retrieval: { vertexAiSearch: { datastore: 'projects/x' } } } },
      /tools\[\]\.retrieval/,
    ],
    [
      'a file of somebody',
      {
        contents: [
          {
            parts: [
              {
                file_data: {
                  'file\u0055ri': 'https://generativelanguage.googleapis.com/v1beta/files/x',
                },
              },
            ],
          },
        ],
      },
      /files at Google belong to/,
    ],
    ['no JSON', '{', /not a JSON object/],
  ])('refuses %s', async (_what, body, words) => {
    const before = twin.received.length;
    const answer = await post(main, body, { 'x-goog-api-key': 'sk-alice' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(words);
    expect(twin.received.length).toBe(before);
  });

  it('reads large bodies aside, and forwards every byte', async () => {
    const large = [{ role: 'user', parts: [{ text: 'a'.repeat(400_000) }, { text: 'b' }] }];
    const answer = await post(main, { contents: large }, { 'x-goog-api-key': 'sk-alice' });
    expect(answer.status).toBe(200);
    expect(twin.received.at(-1)?.body.toString()).toBe(JSON.stringify({ contents: large }));
  });

  it('serves streams as a list that comes in pieces where nobody asks for events', async () => {
    const headers = { 'x-goog-api-key': 'sk-alice' };
    const long = [{ role: 'user', parts: [{ text: 'hello at length' }] }];
    for (const [name, alt] of [
      ['main', ''],
      ['org/other', '?alt=json'],
    ]) {
      const path = `/v1beta/models/${name}:streamGenerateContent${alt}`;
      const answer = await post(path, { contents: long }, headers);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        ...[200, 'application/json; charset=UTF-8'],
      ]);
      const list = (await answer.json()) as { candidates?: { finishReason?: string }[] }[];
      expect(list.length).toBeGreaterThan(1);
      expect(list.at(-1)?.candidates?.[0]?.finishReason ?? 'none').toBe('STOP');
    }
    expect(twin.received.at(-1)?.query.get('alt')).toBe('sse');
  });

  it('tells an error as the only element of such a list, or as its last one', async () => {
    const path = '/v1beta/models/main:streamGenerateContent';
    const ask = async (text: string, key = 'sk-alice') => {
      const body = { contents: [{ role: 'user', parts: [{ text }] }] };
      const answer = await post(path, body, { 'x-goog-api-key': key });
      return { status: answer.status, list: (await answer.json()) as { error?: object }[] };
    };
    const stranger = await ask('hi', 'sk-nobody');
    expect(stranger).toMatchObject({
      ...{ status: 401, list: [{ error: { code: 401, status: 'UNAUTHENTICATED' } }] },
    });
    expect(await ask('fail with 400')).toMatchObject({ status: 400, list: [{ error: {} }] });
    const broken = await ask('break off at length');
    expect(broken.status).toBe(200);
    expect(broken.list.length).toBeGreaterThan(1);
    expect(broken.list.at(-1)?.error).toBeDefined();
  });

  it('says how streams are had, and what it does not serve', async () => {
    const headers = { 'x-goog-api-key': 'sk-alice' };
    const path = '/v1beta/models/main:streamGenerateContent?alt=proto';
    const stream = await post(path, { contents }, headers);
    expect([stream.status, await stream.text()]).toEqual([400, expect.stringContaining('alt')]);
    const other = await post('/v1beta/models/main:predict', { contents }, headers);
    expect(other.status).toBe(404);
  });
});
