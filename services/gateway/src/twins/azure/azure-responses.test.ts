import OpenAI, { AzureOpenAI, toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { AZURE_KEY, startAzureTwin } from './start-azure-twin.ts';

type ClientOf = (origin: string, apiKey?: string) => OpenAI;

const clientOfDate =
  (apiVersion: string): ClientOf =>
  (endpoint, apiKey = AZURE_KEY) =>
    new AzureOpenAI({ endpoint, apiKey, apiVersion, maxRetries: 0 });
const clientOfVersion1: ClientOf = (origin, apiKey = AZURE_KEY) =>
  new OpenAI({
    ...{ baseURL: `${origin}/openai/v1`, apiKey: 'unused', maxRetries: 0 },
    defaultHeaders: { 'api-key': apiKey },
  });

const asked = { model: 'deployed', input: 'Hello' };

describe.each([
  ['in version 1', clientOfVersion1, '/openai/v1'],
  ['by a date', clientOfDate('2025-03-01-preview'), '/openai'],
])('responses at the twin of Azure, %s', (_, clientOf, base) => {
  it('are made, gone on from, read and deleted', async () => {
    await using twin = await startAzureTwin();
    const { responses } = clientOf(twin.origin);
    const { id, ...first } = await responses.create(asked);
    expect(first).toMatchObject({ output_text: 'You said: Hello', model: 'deployed' });
    expect(twin.received[0]?.path).toBe(`${base}/responses`);
    const next = await responses.create({ ...asked, previous_response_id: id });
    expect(next.usage?.input_tokens).toBeGreaterThan(first.usage?.input_tokens ?? Infinity);
    expect(await responses.retrieve(id)).toMatchObject({ id, output_text: 'You said: Hello' });
    expect(JSON.stringify((await responses.inputItems.list(id)).data)).toContain('Hello');
    await responses.delete(id);
    await expect(responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('say what filters found, as documents and in streams', async () => {
    await using twin = await startAzureTwin();
    const { responses } = clientOf(twin.origin);
    const found = { content_filters: [{ source_type: 'prompt' }, { source_type: 'completion' }] };
    expect(await responses.create(asked)).toMatchObject(found);
    const stream = responses.stream(asked);
    expect(await stream.finalResponse()).toMatchObject({
      ...{ ...found, output_text: 'You said: Hello' },
    });
    await expect(responses.create({ ...asked, input: 'a jailbreak' })).rejects.toMatchObject({
      ...{ status: 400, code: 'content_filter' },
    });
  });

  it('are refused without the key, and with members that there are not', async () => {
    await using twin = await startAzureTwin();
    await expect(clientOf(twin.origin, 'wrong').responses.create(asked)).rejects.toMatchObject({
      status: 401,
    });
    const { responses } = clientOf(twin.origin);
    const odd = { ...asked, messages: [] };
    await expect(responses.create(odd)).rejects.toMatchObject({ code: 'unknown_parameter' });
  });
});

it('responses of the twin of Azure run in the background, and are cancelled, in version 1', async () => {
  await using twin = await startAzureTwin();
  const { responses } = clientOfVersion1(twin.origin);
  const first = await responses.create({ ...asked, background: true });
  expect(first.status).toBe('queued');
  await responses.retrieve(first.id);
  await responses.retrieve(first.id);
  expect((await responses.retrieve(first.id)).status).toBe('completed');
  const second = await responses.create({ ...asked, background: true });
  expect((await responses.cancel(second.id)).status).toBe('cancelled');
});

it('dated versions of the twin of Azure have neither, and those before Responses none', async () => {
  await using twin = await startAzureTwin();
  const { responses } = clientOfDate('2025-04-01-preview')(twin.origin);
  const { id } = await responses.create(asked);
  await expect(responses.cancel(id)).rejects.toMatchObject({ status: 404 });
  await expect(responses.create({ ...asked, background: true })).rejects.toMatchObject({
    ...{ status: 400, param: 'background' },
  });
  const older = clientOfDate('2025-02-01-preview')(twin.origin);
  await expect(older.responses.create(asked)).rejects.toMatchObject({ status: 404 });
  await expect(older.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
});

it('the twin of Azure keeps what requests name for assistants, and for nothing that only OpenAI knows', async () => {
  await using twin = await startAzureTwin();
  const { files } = clientOfVersion1(twin.origin);
  const file = await toFile(Buffer.from('%PDF'), 'a.pdf');
  expect((await files.create({ file, purpose: 'assistants' })).id).toMatch(/^assistant-/);
  for (const purpose of ['user_data', 'vision'] as const)
    await expect(files.create({ file, purpose })).rejects.toMatchObject({ status: 400 });
});
