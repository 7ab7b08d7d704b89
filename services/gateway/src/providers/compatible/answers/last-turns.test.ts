import Anthropic from '@anthropic-ai/sdk';
import { expect, it } from 'vitest';
import { clientOf } from '@aicp/gateway/testing/clients';
import type { TestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { throughVendor } from '@aicp/gateway/testing/through-vendor';

type Turns = { role: 'user' | 'assistant'; content: string }[];

const BEGUN: Turns = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Well, he said:' },
];

interface Answered {
  /** Of a document, and of a stream. */
  readonly texts: readonly string[];
  readonly dropped: string | null;
}

async function ofChat(gateway: TestGateway): Promise<Answered> {
  const asked = { model: 'main', messages: BEGUN };
  const { completions } = clientOf(gateway).chat;
  const { data, response } = await completions.create(asked).withResponse();
  let text = '';
  for await (const chunk of await completions.create({ ...asked, stream: true }))
    text += chunk.choices[0]?.delta.content ?? '';
  const dropped = response.headers.get('x-aicp-dropped');
  return { texts: [data.choices[0]?.message.content ?? '', text], dropped };
}

async function ofMessages(gateway: TestGateway): Promise<Answered> {
  const client = new Anthropic({ baseURL: gateway.url, apiKey: 'sk-alice', maxRetries: 0 });
  const asked = { model: 'main', messages: BEGUN, max_tokens: 100 };
  const { data, response } = await client.messages.create(asked).withResponse();
  const streamed = await client.messages.stream(asked).finalMessage();
  const texts = [data, streamed].map(({ content }) =>
    content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  );
  return { texts, dropped: response.headers.get('x-aicp-dropped') };
}

const CLIENTS = { chat: ofChat, messages: ofMessages };

it.each(['chat', 'messages'] as const)(
  'has Mistral go on from what a client of %s began, and tells what it adds to it',
  async (protocol) => {
    await using at = await throughVendor('mistral', { upstreamModel: 'mistral-large-latest' });
    const said = 'You said: Hello';
    expect(await CLIENTS[protocol](at.gateway)).toEqual({ texts: [said, said], dropped: null });
    expect(at.asked()).toMatchObject({ messages: [BEGUN[0], { ...BEGUN[1], prefix: true }] });
  },
);

it.each([
  ['perplexity', 'sonar', 'Models of Perplexity do'],
  ['gemini', 'gemini-3.6-flash', 'This model does'],
  ['gemini', 'gemini-3.5-flash-lite', 'This model does'],
] as const)('does not ask %s (%s) to go on, which it refuses', async (type, name, words) => {
  await using at = await throughVendor(type, { upstreamModel: name });
  const refusal = `400.*${words} not go on from a message of the assistant: end messages with one of the user`;
  await expect(ofChat(at.gateway)).rejects.toThrow(new RegExp(refusal));
  await expect(ofMessages(at.gateway)).rejects.toThrow(new RegExp(refusal));
  expect(at.twin.received).toHaveLength(0);
});

it.each(['gemini-2.5-flash', 'gemini-3.1-pro-preview', 'gemini-3.5-flash'])(
  'has %s go on from what a client began',
  async (name) => {
    await using at = await throughVendor('gemini', { upstreamModel: name });
    expect(await ofMessages(at.gateway)).toMatchObject({ dropped: null });
    const contents = [{ role: 'user' }, { role: 'model', parts: [{ text: BEGUN[1]?.content }] }];
    expect(at.asked()).toMatchObject({ contents });
  },
);

it('says that Cohere answers behind the last message, and does not go on from it', async () => {
  await using at = await throughVendor('cohere', { upstreamModel: 'command-a-03-2025' });
  expect(await ofChat(at.gateway)).toMatchObject({ dropped: 'prefill' });
  expect(await ofMessages(at.gateway)).toMatchObject({ dropped: 'prefill' });
  await using strict = await throughVendor('cohere', {
    upstreamModel: 'command-a',
    lossy: 'reject',
  });
  await expect(ofChat(strict.gateway)).rejects.toThrow('cannot be told prefill');
});
