import {
  ApiError,
  type Content,
  createPartFromFunctionResponse,
  FunctionCallingConfigMode,
  GoogleGenAI,
  type Part,
  Type,
} from '@google/genai';
import { expect, it } from 'vitest';
import { startTwin } from '../kit/start-twin.ts';
import { geminiRoutes } from './gemini-twin.ts';

const model = 'gemini-3-pro-preview';
const weather = {
  name: 'weather',
  parametersJsonSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
};
const time = { name: 'time' };

async function started() {
  const twin = await startTwin({ routes: geminiRoutes() });
  const client = (apiKey = 'key') =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: twin.origin } });
  return { twin, client, models: client().models };
}

it("answers Google's own SDK: text, usage, system instruction, length", async () => {
  const { twin, models } = await started();
  await using _ = twin;
  const answer = await models.generateContent({
    model,
    contents: 'hello at length',
    config: { systemInstruction: 'Be kind.', maxOutputTokens: 4, temperature: 0.5, topK: 3 },
  });
  expect(answer.text).toBe('One thing leads ');
  expect(answer.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
  expect(answer.usageMetadata?.totalTokenCount).toBe(
    (answer.usageMetadata?.promptTokenCount ?? 0) + 4,
  );
});

it('streams to it, with what it thought before', async () => {
  const { twin, models } = await started();
  await using _ = twin;
  const stream = await models.generateContentStream({
    model,
    contents: 'hello there',
    config: { thinkingConfig: { includeThoughts: true } },
  });
  const parts: Part[] = [];
  let reason = '';
  for await (const { candidates: [candidate] = [] } of stream) {
    parts.push(...(candidate?.content?.parts ?? []));
    reason = candidate?.finishReason ?? '';
  }
  const joined = (isThought: boolean) =>
    parts
      .filter(({ thought }) => (thought === true) === isThought)
      .map(({ text }) => text)
      .join('');
  const [text, thoughts] = [joined(false), joined(true)];
  expect([text, thoughts, reason]).toEqual([
    'You said: hello there',
    'The question is plain, and so is its answer.',
    'STOP',
  ]);
});

it('calls tools, two at a time, and takes their results in the chat of the SDK', async () => {
  const { twin, client } = await started();
  await using _ = twin;
  const chat = client().chats.create({
    model,
    config: { tools: [{ functionDeclarations: [weather, time] }] },
  });
  const called = await chat.sendMessage({ message: 'weather and time in parallel' });
  expect(called.functionCalls?.map(({ name }) => name)).toEqual(['weather', 'time']);
  const answer = await chat.sendMessage({
    message: [
      createPartFromFunctionResponse('1', 'weather', { output: 'sun' }),
      createPartFromFunctionResponse('2', 'time', { output: 'noon' }),
    ],
  });
  expect(answer.text).toBe('The tools said: sun and noon.');
});

it('refuses a result without a call, a changed signature and a missing one', async () => {
  const { twin, models } = await started();
  await using _ = twin;
  const result = { role: 'user', parts: [{ functionResponse: { name: 'time', response: {} } }] };
  const call = (more: object) => ({
    role: 'model',
    parts: [{ functionCall: { name: 'time', args: {} }, ...more }],
  });
  const refusalOf = (contents: Content[], asked = model) =>
    models.generateContent({ model: asked, contents }).then(
      () => 'answered',
      (error: unknown) =>
        error instanceof ApiError ? `${error.status} ${error.message}` : 'other',
    );
  const user = { role: 'user', parts: [{ text: 'time' }] };
  expect(await refusalOf([user, result])).toContain('immediately after a function call turn');
  expect(await refusalOf([user, call({}), result])).toContain('missing a thought_signature');
  expect(await refusalOf([user, call({ thoughtSignature: 'AAAA' }), result])).toContain(
    'Corrupted',
  );
  const begun = [user, { role: 'model', parts: [{ text: 'x' }] }];
  expect(await refusalOf(begun, 'gemini-3.6-flash')).toContain('400 ');
  expect(await refusalOf(begun)).toBe('answered');
});

it('answers JSON of a schema, sees pictures, must call, blocks prompts and lists models', async () => {
  const { twin, models } = await started();
  await using _ = twin;
  const json = await models.generateContent({
    model,
    contents: 'x',
    config: {
      responseMimeType: 'application/json',
      responseSchema: {
        type: Type.OBJECT,
        properties: { n: { type: Type.INTEGER } },
        required: ['n'],
      },
    },
  });
  expect(JSON.parse(json.text ?? '')).toEqual({ n: expect.any(Number) as number });
  const seen = await models.generateContent({
    model,
    contents: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
  });
  expect(seen.text).toContain('I see 1 of your media');
  const forced = await models.generateContent({
    model,
    contents: 'x',
    config: {
      tools: [{ functionDeclarations: [weather] }],
      toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
    },
  });
  expect(forced.functionCalls?.[0]?.name).toBe('weather');
  const blocked = await models.generateContent({ model, contents: 'block the prompt' });
  expect(blocked.promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT');
  const names: (string | undefined)[] = [];
  for await (const one of await models.list()) names.push(one.name);
  expect(names).toContain('models/gemini-2.5-flash');
});

it('refuses who has no key that it knows, and what it is asked to refuse', async () => {
  const { twin, client } = await started();
  await using _ = twin;
  const statusOf = (apiKey: string, contents: string) =>
    client(apiKey)
      .models.generateContent({ model, contents })
      .then(
        () => 200,
        (error: unknown) => (error instanceof ApiError ? error.status : 0),
      );
  expect(await statusOf('wrong', 'x')).toBe(400);
  expect(await statusOf('key', 'fail with 429')).toBe(429);
});

it('counts contents, or all of a request for the model of the path, and nothing beside it', async () => {
  const { twin, models } = await started();
  await using _ = twin;
  const alone = await models.countTokens({ model, contents: 'x'.repeat(400) });
  expect(alone.totalTokens).toBeGreaterThan(100);
  const contents = [{ role: 'user', parts: [{ text: 'x'.repeat(400) }] }];
  const count = async (body: object) => {
    const url = `${twin.origin}/v1beta/models/${model}:countTokens`;
    const headers = { 'x-goog-api-key': 'key' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, told: (await answer.json()) as { totalTokens?: number } };
  };
  const systemInstruction = { parts: [{ text: 'y'.repeat(400) }] };
  const request = { model: `models/${model}`, contents, systemInstruction };
  const { told } = await count({ generateContentRequest: request });
  expect(told.totalTokens).toBeGreaterThan((alone.totalTokens ?? 0) + 100);
  for (const wrong of [
    { contents, systemInstruction },
    { contents, generateContentRequest: request },
    { generateContentRequest: { contents } },
    { generateContentRequest: { ...request, model: 'models/gemini-other' } },
    {},
  ])
    expect((await count(wrong)).status).toBe(400);
  const failing = models.countTokens({ model, contents: 'fail with 429' });
  await expect(failing).rejects.toMatchObject({ status: 429 });
  const strange = models.countTokens({ model: 'gpt', contents: 'a' });
  await expect(strange).rejects.toMatchObject({ status: 404 });
});
