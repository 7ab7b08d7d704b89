import { AzureOpenAI, OpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { AZURE_KEY, startAzureTwin } from './start-azure-twin.ts';

const messages = [{ role: 'user' as const, content: 'Hello' }];

const clientAt = (endpoint: string, apiVersion = '2024-10-21', apiKey = AZURE_KEY) =>
  new AzureOpenAI({ endpoint, apiKey, apiVersion, maxRetries: 0 });

describe("Azure's client and the twin of Azure", () => {
  it('talk by deployments, in documents and streams', async () => {
    await using twin = await startAzureTwin();
    const client = clientAt(twin.origin);
    const answer = await client.chat.completions.create({ model: 'gpt-4.1', messages });
    expect(answer.choices[0]?.message.content).toBe('You said: Hello');
    expect(twin.received[0]?.path).toBe('/openai/deployments/gpt-4.1/chat/completions');
    const stream = await client.chat.completions.create({ model: 'd', messages, stream: true });
    const choices: number[] = [];
    let text = '';
    for await (const chunk of stream) {
      choices.push(chunk.choices.length);
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(text).toBe('You said: Hello');
    expect(choices[0]).toBe(0);
  });

  it('talk in version 1, by the client of OpenAI', async () => {
    await using twin = await startAzureTwin();
    const client = new OpenAI({
      baseURL: `${twin.origin}/openai/v1`,
      apiKey: 'unused',
      defaultHeaders: { 'api-key': AZURE_KEY },
    });
    const answer = await client.chat.completions.create({ model: 'gpt-4.1', messages });
    expect(answer.choices[0]?.message.content).toBe('You said: Hello');
  });

  it('tells who has a key which deployments there are', async () => {
    await using twin = await startAzureTwin();
    const list = (key: string) =>
      fetch(`${twin.origin}/openai/deployments?api-version=2022-12-01`, {
        headers: { 'api-key': key },
      });
    expect(await (await list(AZURE_KEY)).json()).toMatchObject({
      data: [{ id: 'gpt-5-mini' }, { id: 'twin' }],
    });
    expect((await list('wrong')).status).toBe(401);
  });

  it('disagree on keys, versions and prompts', async () => {
    await using twin = await startAzureTwin();
    const ask = (client: AzureOpenAI, content = 'Hello') =>
      client.chat.completions.create({ model: 'd', messages: [{ role: 'user', content }] });
    await expect(ask(clientAt(twin.origin, '2024-10-21', 'wrong'))).rejects.toThrow('401');
    await expect(ask(clientAt(twin.origin, 'yesterday'))).rejects.toThrow('404');
    await expect(ask(clientAt(twin.origin), 'This is a jailbreak')).rejects.toMatchObject({
      status: 400,
      code: 'content_filter',
    });
  });

  it('tells who sends a body that is no JSON that it cannot be read', async () => {
    await using twin = await startAzureTwin();
    for (const path of ['deployments/d/chat/completions', 'deployments/d/embeddings']) {
      const response = await fetch(`${twin.origin}/openai/${path}?api-version=2024-10-21`, {
        ...{ method: 'POST', headers: { 'api-key': AZURE_KEY }, body: '{"messages":' },
      });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('could not parse the JSON body');
    }
  });
});
