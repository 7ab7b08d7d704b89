import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../testing/clients.ts';
import {
  filesFragments,
  startFilesGateway,
  textFile,
  type FilesGateway,
} from '../testing/files-gateway.ts';
import { model, simulated } from '../testing/fragments.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { startOpenAiTwin } from '../twins/openai/openai-twin.ts';

let files: FilesGateway;
beforeAll(async () => {
  files = await startFilesGateway();
});
afterAll(() => files[Symbol.asyncDispose]());

const refusalOf = (asked: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(asked).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

it('a client of Anthropic’s hears in its form that something is not served, and what to use', async () => {
  const { url } = files.gateway;
  const client = new Anthropic({ baseURL: url, apiKey: 'sk-alice', maxRetries: 0 });
  expect(await refusalOf(client.get('/v1/skills'))).toMatchObject({
    ...{ status: 404, type: 'not_found_error', errorCode: 'unknown_url' },
    requestID: expect.stringMatching(/^[\w-]{36}$/) as string,
    message: expect.stringContaining('have the client use these') as string,
  });
});

it('a client of Google’s hears it in its form', async () => {
  const httpOptions = { baseUrl: files.gateway.url };
  const client = new GoogleGenAI({ apiKey: 'sk-alice', httpOptions });
  const refused = refusalOf(client.caches.create({ model: 'gpt', config: { contents: 'x' } }));
  const { message } = (await refused) as Error;
  expect(JSON.parse(message)).toMatchObject({
    error: { code: 404, status: 'NOT_FOUND' },
  });
  expect(message).toContain('have the client use these');
});

it('a client of Anthropic’s that asks for files hears who keeps them, and what to send', async () => {
  const { url } = files.gateway;
  const client = new Anthropic({ baseURL: url, apiKey: 'sk-alice', maxRetries: 0 }).beta.files;
  const file = await textFile('hello');
  for (const asked of [
    ...[client.list(), client.retrieveMetadata('file_1'), client.delete('file_1')],
    ...[client.download('file_1'), client.upload({ file })],
  ])
    expect(await refusalOf(asked)).toMatchObject({
      ...{ status: 404, errorCode: 'not_served' },
      message: expect.stringMatching(/as base64.*OpenAI's ask at \/v1\/files/) as string,
    });
  expect(files.twin.received).toEqual([]);
});

it('a client of Anthropic’s that asks for batches hears who does them', async () => {
  const { url } = files.gateway;
  const client = new Anthropic({ baseURL: url, apiKey: 'sk-alice', maxRetries: 0 });
  const { batches } = client.messages;
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const requests = [{ custom_id: 'a', params: { model: 'gpt', max_tokens: 9, messages } }];
  for (const ask of [
    ...[() => batches.list(), () => batches.retrieve('msgbatch_1')],
    ...[() => batches.cancel('msgbatch_1'), () => batches.delete('msgbatch_1')],
    ...[() => client.beta.messages.batches.list(), () => batches.create({ requests })],
  ])
    expect(await refusalOf(ask())).toMatchObject({
      ...{ status: 404, errorCode: 'not_served' },
      message: expect.stringMatching(/one by one.*OpenAI's ask at \/v1\/batches/) as string,
    });
  expect(files.twin.received).toEqual([]);
});

it.each(['v1beta', 'v1'])('a client of Google’s hears the same: %s', async (apiVersion) => {
  const httpOptions = { baseUrl: files.gateway.url, apiVersion };
  const { batches } = new GoogleGenAI({ apiKey: 'sk-alice', httpOptions });
  const inlinedRequests = { contents: 'Hello' };
  for (const ask of [
    ...[() => batches.list(), () => batches.get({ name: 'batches/1' })],
    () => batches.cancel({ name: 'batches/1' }),
    () => batches.create({ model: 'gpt', src: [inlinedRequests] }),
    () => batches.createEmbeddings({ model: 'gpt', src: { inlinedRequests } }),
  ]) {
    const { message } = (await refusalOf(ask())) as Error;
    expect(JSON.parse(message)).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
    expect(message).toContain('Batches of Google');
  }
  expect(files.twin.received).toEqual([]);
});

it.each(['v1beta', 'v1'])(
  'a client of Google’s that asks for files hears the same: %s',
  async (apiVersion) => {
    const httpOptions = { baseUrl: files.gateway.url, apiVersion };
    const client = new GoogleGenAI({ apiKey: 'sk-alice', httpOptions }).files;
    const file = new Blob(['hello'], { type: 'text/plain' });
    for (const asked of [client.list(), client.get({ name: 'files/1' }), client.upload({ file })]) {
      const { message } = (await refusalOf(asked)) as Error;
      expect(message).toContain('The files API of Google is not served');
    }
  },
);

it.each([
  ...['containers', 'conversations', 'evals', 'vector_stores'],
  ...['skills', 'cachedContents', 'interactions', 'uploads'],
])('/v1/%s is said not to be served, and what is', async (path) => {
  const answer = await fetch(`${files.gateway.url}/v1/${path}`, { method: 'POST' });
  expect(answer.status).toBe(404);
  const { error } = (await answer.json()) as { error: { message: string; code: string } };
  expect(error.code).toBe('unknown_url');
  for (const served of ['chat/completions', 'messages', 'images', 'realtime', 'files', 'batches'])
    expect(error.message).toContain(served);
});

it('a client that would have a conversation made shorter by the vendor hears how else', async () => {
  const { responses } = files.clientOf('alice');
  expect(await refusalOf(responses.compact({ model: 'gpt', input: 'Hi' }))).toMatchObject({
    ...{ status: 404, code: 'not_served' },
    message: expect.stringContaining('ask for a summary') as string,
  });
});

it('a response in the background says what to send', async () => {
  const { responses } = files.clientOf('alice');
  const asked = responses.create({ model: 'gpt', input: 'Hi', background: true });
  expect(await refusalOf(asked)).toMatchObject({
    ...{ status: 400, param: 'background' },
    message: expect.stringContaining('Send "store": true') as string,
  });
});

it('a purpose that is not served is named, with those that are', async () => {
  const file = await textFile('Hello');
  const asked = files.clientOf('alice').files.create({ file, purpose: 'assistants' });
  expect(await refusalOf(asked)).toMatchObject({
    ...{ status: 400, param: 'purpose' },
    message: expect.stringMatching(/"assistants" is not served.*user_data, vision/) as string,
  });
});

it('a file in a chat with a model elsewhere is refused with what a chat can send', async () => {
  await using twin = await startOpenAiTwin();
  const { providers = [], models = [], ...fragments } = filesFragments(twin);
  const more = {
    providers: [...providers, simulated('sim')],
    models: [...models, model('small', 'sim')],
  };
  await using gateway = await startTestGateway({ fragments: { ...fragments, ...more } });
  const client = clientOf(gateway);
  const headers = { 'x-aicp-model': 'gpt' };
  const file = await textFile('x');
  const { id } = await client.files.create({ file, purpose: 'user_data' }, { headers });
  const content = [{ type: 'file' as const, file: { file_id: id } }];
  const asked = client.chat.completions.create({
    ...{ model: 'small', messages: [{ role: 'user' as const, content }] },
  });
  expect(await refusalOf(asked)).toMatchObject({
    ...{ status: 400, param: 'model' },
    message: expect.stringMatching(/send what the file holds/) as string,
  });
});
