import { request as overHttp } from 'node:http';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  type Message,
  type Tool,
} from '@aws-sdk/client-bedrock-runtime';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_KEYS, startBedrockTwin } from './start-bedrock-twin.ts';

const MODEL = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const { region, apiKey, accessKeyId, secretAccessKey } = EXAMPLE_KEYS;

interface SdkRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** Carries the SDK's requests over HTTP/1.1: by itself it speaks HTTP/2, which twins do not. */
const requestHandler = {
  handle: ({ body, port, ...asked }: SdkRequest) =>
    new Promise<{ response: { statusCode: number; headers: Record<string, string> } }>(
      (resolve, reject) => {
        const sent = overHttp({ ...asked, ...(port ? { port } : {}) }, (answer) => {
          const headers = answer.headers as Record<string, string>;
          const response = { statusCode: answer.statusCode ?? 0, headers, body: answer };
          resolve({ response });
        });
        sent.on('error', reject).end(body);
      },
    ),
  updateHttpClientConfig: () => undefined,
  httpHandlerConfigs: () => ({}),
};

const clientOf = (endpoint: string, credentials = { accessKeyId, secretAccessKey }) =>
  new BedrockRuntimeClient({ endpoint, region, credentials, requestHandler, maxAttempts: 1 });

const user = (text: string): Message => ({ role: 'user', content: [{ text }] });
const weather: Tool = {
  toolSpec: {
    name: 'get_weather',
    inputSchema: {
      json: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
};
const time: Tool = { toolSpec: { name: 'get_time', inputSchema: { json: { type: 'object' } } } };
const toolConfig = { tools: [weather, time] };

async function eventsOf(stream: AsyncIterable<ConverseStreamOutput> | undefined) {
  const events: ConverseStreamOutput[] = [];
  for await (const event of stream ?? []) events.push(event);
  return events;
}

describe("AWS's own SDK at the twin of Bedrock", () => {
  it('gets a text, whole and as a stream, with its usage', async () => {
    await using twin = await startBedrockTwin();
    const client = clientOf(twin.origin);
    const asked = { modelId: MODEL, messages: [user('Hello')] };
    const answer = await client.send(new ConverseCommand(asked));
    expect(answer.output?.message?.content).toEqual([{ text: 'You said: Hello' }]);
    expect(answer.stopReason).toBe('end_turn');
    expect(answer.usage).toEqual({ inputTokens: 2, outputTokens: 4, totalTokens: 6 });
    const { stream } = await client.send(new ConverseStreamCommand(asked));
    const events = await eventsOf(stream);
    const text = events.map((event) => event.contentBlockDelta?.delta?.text ?? '').join('');
    expect(text).toBe('You said: Hello');
    expect(events.at(-1)?.metadata?.usage?.totalTokens).toBe(6);
  });

  it('takes an ARN of an inference profile for a model, an API key, and no wrong key', async () => {
    await using twin = await startBedrockTwin();
    const modelId =
      'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-x';
    const messages = [user('Hello')];
    const good = await clientOf(twin.origin).send(new ConverseCommand({ modelId, messages }));
    expect(good.stopReason).toBe('end_turn');
    const bearer = new BedrockRuntimeClient({
      ...{ endpoint: twin.origin, region, token: { token: apiKey }, requestHandler },
      authSchemePreference: ['httpBearerAuth'],
    });
    expect((await bearer.send(new ConverseCommand({ modelId, messages }))).stopReason).toBe(
      'end_turn',
    );
    const wrong = clientOf(twin.origin, { accessKeyId, secretAccessKey: 'another' });
    await expect(wrong.send(new ConverseCommand({ modelId, messages }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });

  it('calls tools in parallel, takes their results, and none that nobody asked for', async () => {
    await using twin = await startBedrockTwin();
    const client = clientOf(twin.origin);
    const first = user('Call get_weather in parallel');
    const asked = { modelId: MODEL, messages: [first], toolConfig };
    const { output, stopReason } = await client.send(new ConverseCommand(asked));
    expect(stopReason).toBe('tool_use');
    const message = output?.message as Message;
    const ids = message.content?.map((block) => block.toolUse?.toolUseId) ?? [];
    expect(message.content?.map((block) => block.toolUse?.name)).toEqual([
      'get_weather',
      'get_time',
    ]);
    const results = (of: (string | undefined)[]): Message => ({
      role: 'user',
      content: of.map((toolUseId) => ({ toolResult: { toolUseId, content: [{ text: 'sun' }] } })),
    });
    const after = { ...asked, messages: [first, message, results(ids)] };
    const answer = await client.send(new ConverseCommand(after));
    expect(answer.output?.message?.content).toEqual([{ text: 'The tools said: sun and sun.' }]);
    const half = { ...asked, messages: [first, message, results(ids.slice(1))] };
    await expect(client.send(new ConverseCommand(half))).rejects.toThrow('Expected toolResult');
    const without = { modelId: MODEL, messages: after.messages };
    await expect(client.send(new ConverseCommand(without))).rejects.toThrow('toolConfig');
    const { stream } = await client.send(new ConverseStreamCommand(asked));
    const starts = (await eventsOf(stream)).flatMap((event) => event.contentBlockStart ?? []);
    expect(starts.map(({ start }) => start?.toolUse?.name)).toEqual(['get_weather', 'get_time']);
  });

  it('thinks, and knows whether what it thought comes back as it was', async () => {
    await using twin = await startBedrockTwin();
    const client = clientOf(twin.origin);
    const first = user('Hello');
    const asked = {
      modelId: MODEL,
      messages: [first],
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 } },
    };
    const { output } = await client.send(new ConverseCommand(asked));
    const message = output?.message as Message;
    const thought = message.content?.[0]?.reasoningContent?.reasoningText;
    expect(thought?.signature).toBeTruthy();
    const again = { ...asked, messages: [first, message, user('And now?')] };
    expect((await client.send(new ConverseCommand(again))).stopReason).toBe('end_turn');
    const changed: Message = {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { ...thought, text: 'another thought' } } },
        { text: 'Yes.' },
      ],
    };
    const refused = { ...asked, messages: [first, changed, user('And now?')] };
    await expect(client.send(new ConverseCommand(refused))).rejects.toThrow('signature');
    const hot = { ...asked, inferenceConfig: { temperature: 0 } };
    await expect(client.send(new ConverseCommand(hot))).rejects.toThrow('temperature');
  });

  it('sees pictures and documents, fits a schema, stops, and declines', async () => {
    await using twin = await startBedrockTwin();
    const client = clientOf(twin.origin);
    const ask = async (message: Message, more = {}) => {
      const command = new ConverseCommand({ modelId: MODEL, messages: [message], ...more });
      const { output, stopReason } = await client.send(command);
      return { text: output?.message?.content?.[0]?.text, stopReason };
    };
    const bytes = Buffer.from('89504e47', 'hex');
    const shown: Message = {
      role: 'user',
      content: [
        { text: 'Look' },
        { image: { format: 'png', source: { bytes } } },
        { document: { format: 'pdf', name: 'a report', source: { bytes } } },
      ],
    };
    expect((await ask(shown)).text).toBe('You said: Look I see 2 of your media.');
    const schema = JSON.stringify({
      type: 'object',
      properties: { a: { type: 'integer' } },
      required: ['a'],
    });
    const textFormat = { type: 'json_schema', structure: { jsonSchema: { schema, name: 'a' } } };
    const fitting = await ask(user('Hello'), { outputConfig: { textFormat } });
    expect(JSON.parse(fitting.text ?? '')).toHaveProperty('a');
    expect((await ask(user('Hello'), { inferenceConfig: { maxTokens: 1 } })).stopReason).toBe(
      'max_tokens',
    );
    expect((await ask(user('refuse'))).stopReason).toBe('content_filtered');
    expect((await ask(user('be filtered'))).stopReason).toBe('guardrail_intervened');
  });

  it('fails as it is told to, also within a stream, and refuses turns in the wrong order', async () => {
    await using twin = await startBedrockTwin();
    const client = clientOf(twin.origin);
    const send = (messages: Message[]) =>
      client.send(new ConverseCommand({ modelId: MODEL, messages }));
    await expect(send([user('fail with 429')])).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
    await expect(send([user('a'), user('b')])).rejects.toThrow('alternate');
    await expect(send([user('x'.repeat(400_001))])).rejects.toThrow('Input is too long');
    const messages = [user('stream fails')];
    const { stream } = await client.send(new ConverseStreamCommand({ modelId: MODEL, messages }));
    await expect(eventsOf(stream)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
