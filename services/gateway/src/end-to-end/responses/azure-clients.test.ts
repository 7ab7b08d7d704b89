import OpenAI, { AzureOpenAI } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFilesGateway, type FilesGateway } from '../../testing/files-gateway.ts';

let files: FilesGateway;
beforeAll(async () => {
  files = await startFilesGateway();
});
afterAll(() => files[Symbol.asyncDispose]());

const CLIENTS: Readonly<Record<string, () => OpenAI>> = {
  'AzureOpenAI, by a date': () =>
    new AzureOpenAI({
      ...{ endpoint: files.gateway.url, apiKey: 'sk-alice', maxRetries: 0 },
      apiVersion: '2025-04-01-preview',
    }),
  'OpenAI, at version 1 of Azure': () =>
    new OpenAI({
      ...{ baseURL: `${files.gateway.url}/openai/v1/`, apiKey: 'sk-alice', maxRetries: 0 },
    }),
};

describe.each(Object.entries(CLIENTS))('%s', (_, clientOf) => {
  it('asks for responses, goes on from them, reads and deletes them', async () => {
    const { responses } = clientOf();
    const first = await responses.create({ model: 'gpt', input: 'I am Ann', store: true });
    const { id } = first;
    const next = await responses.create({
      ...{ model: 'gpt', input: 'Who am I?', previous_response_id: id },
    });
    expect(next).toMatchObject({ output_text: 'You said: Who am I?', previous_response_id: id });
    expect(await responses.retrieve(id)).toMatchObject({ id, output_text: 'You said: I am Ann' });
    const items = await responses.inputItems.list(id);
    expect(JSON.stringify(items.data)).toContain('I am Ann');
    await expect(responses.cancel(id)).rejects.toMatchObject({ status: 400 });
    await responses.delete(id);
    await expect(responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('streams responses, and counts their tokens', async () => {
    const { responses } = clientOf();
    const response = await responses.stream({ model: 'gpt', input: 'Hello' }).finalResponse();
    expect(response.output_text).toBe('You said: Hello');
    const { input_tokens: tokens } = await responses.inputTokens.count({
      ...{ model: 'gpt', input: 'Hello' },
    });
    expect(tokens).toBeGreaterThan(0);
  });
});
