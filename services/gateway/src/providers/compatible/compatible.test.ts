import { APIError, type OpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { TWIN_VENDORS } from '../../twins/vendors.ts';

const NAMES = [
  'mistral',
  'groq',
  'deepseek',
  'xai',
  'together',
  'fireworks',
  'openrouter',
] as const;
const OTHERS = ['perplexity', 'ollama', 'vllm'] as const;
type Name = (typeof NAMES)[number] | (typeof OTHERS)[number];
const ALL: readonly Name[] = [...NAMES, ...OTHERS];

/** A gateway before the twin of a vendor. */
async function throughGateway(
  name: Name,
  {
    upstreamModel = 'm',
    ...more
  }: { upstreamModel?: string; lossy?: 'reject'; mode?: 'embedding' } = {},
) {
  const vendor = TWIN_VENDORS[name];
  const twin = await vendor?.start();
  if (!vendor || !twin) throw new Error(`there is no twin of ${name}`);
  const gateway = await startTestGateway({
    fragments: {
      providers: [
        provider('p', { type: name, baseUrl: twin.origin + vendor.base, credential: 'set' }),
      ],
      credentials: [credential('p', 'sk-of-the-vendor')],
      models: [model('main', 'p', { upstreamModel, ...more })],
      keys: [key('alice')],
    },
  });
  return {
    twin,
    gateway,
    client: clientOf(gateway),
    asked: () => JSON.parse(twin.received.at(-1)?.body.toString() ?? '{}') as object,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await twin[Symbol.asyncDispose]();
    },
  };
}

const user = (content: string) => [{ role: 'user' as const, content }];
const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

/** What the first call of a stream is called with. */
async function argumentsOf(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? '';
  }
  return text;
}

/** All that OpenAI's API has for a request that wants a text. */
const EVERYTHING = {
  ...{ model: 'main', max_completion_tokens: 50, seed: 7, n: 1, user: 'ada', temperature: 0.5 },
  ...{ logit_bias: { 1: 1 }, store: false, metadata: { team: 'a' }, service_tier: 'auto' as const },
  messages: [{ role: 'developer' as const, content: 'Be brief.' }, ...user('Hello')],
};

/** What the vendor cannot be told of it. */
const LOST: Readonly<Record<Name, string | null>> = {
  mistral: 'user, logit_bias',
  groq: 'logit_bias',
  deepseek: 'seed, user, logit_bias',
  xai: 'logit_bias',
  together: 'user',
  fireworks: null,
  openrouter: null,
  perplexity: 'seed, user, logit_bias',
  ollama: 'user, logit_bias',
  vllm: null,
};

describe.each(ALL)('a gateway before %s', (name) => {
  it('asks it what it takes, and says what it could not be told', async () => {
    await using at = await throughGateway(name);
    const { data, response } = await at.client.chat.completions.create(EVERYTHING).withResponse();
    expect(data.choices[0]?.message.content).toBe('You said: Hello');
    expect(response.headers.get('x-aicp-dropped')).toBe(LOST[name]);
    expect(at.twin.received.at(-1)?.headers.authorization).toBe('Bearer sk-of-the-vendor');
  });

  it('refuses what it could not be told where the model says so', async () => {
    await using at = await throughGateway(name, { lossy: 'reject' });
    const asking = at.client.chat.completions.create(EVERYTHING);
    const lost = LOST[name];
    if (lost === null) await asking;
    else await expect(asking).rejects.toThrow(`cannot be told ${lost}: leave it out`);
    expect(at.twin.received).toHaveLength(lost === null ? 1 : 0);
  });

  it('streams its answer, and counts what it used', async () => {
    await using at = await throughGateway(name);
    const stream = await at.client.chat.completions.create({
      ...{ model: 'main', messages: user('Hello'), stream: true },
      stream_options: { include_usage: true },
    });
    let text = '';
    let used: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      used = chunk.usage ?? used;
    }
    expect(text).toBe('You said: Hello');
    expect(used).toMatchObject({ prompt_tokens: 2, completion_tokens: 4 });
  });

  it('tells the client its errors in the words of OpenAI', async () => {
    await using at = await throughGateway(name);
    const asking = at.client.chat.completions.create({
      model: 'main',
      messages: user('Hello'),
      temperature: 9,
    });
    const error = await asking.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(APIError);
    expect((error as APIError).status).toBeGreaterThanOrEqual(400);
    expect((error as APIError).error).toMatchObject({ message: expect.any(String) as string });
  });
});

describe('vectors of Mistral', () => {
  const format = { encoding_format: 'float' as const };
  const asked = { model: 'main', input: ['a', 'b'], dimensions: 8, user: 'ada', ...format };

  it('are as long as it is asked for by OpenAI’s name, and say what Mistral could not be told', async () => {
    await using at = await throughGateway('mistral', { mode: 'embedding' });
    const { data, response } = await at.client.embeddings.create(asked).withResponse();
    expect(data.data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
    expect(response.headers.get('x-aicp-dropped')).toBe('user');
    expect(at.asked()).toEqual({ model: 'm', input: ['a', 'b'], output_dimension: 8, ...format });
  });

  it('are refused where the model says that nothing may be lost', async () => {
    await using at = await throughGateway('mistral', { mode: 'embedding', lossy: 'reject' });
    await expect(at.client.embeddings.create(asked)).rejects.toThrow('cannot be told user');
    expect(at.twin.received).toHaveLength(0);
  });
});

it('vectors of Fireworks are made though the user is named, which Fireworks cannot be told', async () => {
  await using at = await throughGateway('fireworks', { mode: 'embedding' });
  const asked = { model: 'main', input: ['a', 'b'], dimensions: 8, user: 'ada' };
  const { data, response } = await at.client.embeddings.create(asked).withResponse();
  expect(data.data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
  expect(response.headers.get('x-aicp-dropped')).toBe('user');
  expect(at.asked()).not.toHaveProperty('user');
});

it('vectors of Together are made though the user is named, which Together cannot be told', async () => {
  await using at = await throughGateway('together', { mode: 'embedding' });
  const asked = { model: 'main', input: ['a', 'b'], dimensions: 8, user: 'ada' };
  const { response } = await at.client.embeddings.create(asked).withResponse();
  expect(response.headers.get('x-aicp-dropped')).toBe('user');
  expect(at.asked()).toMatchObject({ input: ['a', 'b'], dimensions: 8 });
  expect(at.asked()).not.toHaveProperty('user');
});

describe('a gateway before a vendor that speaks like OpenAI', () => {
  it.each([...NAMES, 'ollama', 'vllm'] as const)('has %s call tools', async (name) => {
    await using at = await throughGateway(name);
    const asked = { model: 'main', messages: user('Call get_weather'), tools: [weather] };
    const { choices } = await at.client.chat.completions.create(asked);
    const calls = choices[0]?.message.tool_calls ?? [];
    expect(calls).toHaveLength(1);
    const stream = await at.client.chat.completions.create({ ...asked, stream: true });
    const text = await argumentsOf(stream);
    expect(JSON.parse(text)).toEqual({ city: expect.any(String) as string });
    const answered = await at.client.chat.completions.create({
      ...asked,
      messages: [
        ...asked.messages,
        { role: 'assistant', tool_calls: calls },
        { role: 'tool', tool_call_id: calls[0]?.id ?? '', content: 'sunny' },
      ],
    });
    expect(answered.choices[0]?.message.content).toBe('The tools said: sunny.');
  });

  it('tells Mistral of calls that another vendor made in ids that it takes', async () => {
    await using at = await throughGateway('mistral');
    const called = { name: 'get_weather', arguments: '{}' };
    const { choices } = await at.client.chat.completions.create({
      ...{ model: 'main', tools: [weather] },
      messages: [
        ...user('Call get_weather'),
        {
          role: 'assistant',
          tool_calls: [{ id: 'toolu_01-abc', type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: 'toolu_01-abc', content: 'sunny' },
      ],
    });
    expect(choices[0]?.message.content).toBe('The tools said: sunny.');
  });

  it('asks Perplexity for no tools, and passes on where it has its answer from', async () => {
    await using at = await throughGateway('perplexity');
    const asking = at.client.chat.completions.create({
      ...{ model: 'main', messages: user('Hello'), tools: [weather] },
    });
    await expect(asking).rejects.toThrow('400 Models of Perplexity call no tools');
    expect(at.twin.received).toHaveLength(0);
    const answer = await at.client.chat.completions.create({ model: 'main', messages: user('Hi') });
    expect(answer).toMatchObject({ citations: ['https://example.com/source'] });
  });

  it.each([
    ['openrouter', { provider: { sort: 'price', zdr: true }, transforms: ['middle-out'] }],
    ['groq', { reasoning_format: 'parsed' }],
    ['vllm', { structured_outputs: { choice: ['a', 'b'] }, top_k: 5 }],
    ['together', { repetition_penalty: 1.1, min_p: 0.1 }],
    ['fireworks', { context_length_exceeded_behavior: 'truncate' }],
    ['xai', { search_parameters: { mode: 'auto' } }],
    ['perplexity', { search_domain_filter: ['example.com'] }],
    ['deepseek', { thinking: { type: 'enabled' } }],
    ['mistral', { safe_prompt: true }],
  ] as const)('tells %s what only it knows: %o', async (name, more) => {
    await using at = await throughGateway(name);
    await at.client.chat.completions.create({ model: 'main', messages: user('Hello'), ...more });
    expect(at.asked()).toMatchObject(more);
  });

  it('passes on what OpenRouter says of its reasoning and its price', async () => {
    await using at = await throughGateway('openrouter');
    const answer = await at.client.chat.completions.create({
      ...{ model: 'main', messages: user('Hello'), reasoning_effort: 'low' },
    });
    expect(answer.choices[0]?.message).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text', signature: expect.any(String) as string }],
    });
    expect(answer.usage).toMatchObject({ cost: 0.00014 });
  });

  it('gives DeepSeek its reasoning back where it called tools', async () => {
    await using at = await throughGateway('deepseek', { upstreamModel: 'deepseek-reasoner' });
    const asked = { model: 'main', messages: user('Call get_weather'), tools: [weather] };
    const { choices } = await at.client.chat.completions.create(asked);
    const [choice] = choices;
    if (!choice) throw new Error('no choice');
    const answered = await at.client.chat.completions.create({
      ...asked,
      messages: [
        ...asked.messages,
        choice.message,
        { role: 'tool', tool_call_id: choice.message.tool_calls?.[0]?.id ?? '', content: 'sunny' },
      ],
    });
    expect(answered.choices[0]?.message).toMatchObject({
      content: 'The tools said: sunny.',
      reasoning_content: expect.any(String) as string,
    });
  });
});

it.each([
  ['openrouter', 'embedding', 'models', ['vendor/denied']],
  ['vllm', 'embedding', 'kv_transfer_params', { remote_host: '10.0.0.1' }],
] as const)('%s is asked for no %s with %s', async (name, mode, member, value) => {
  await using at = await throughGateway(name, { mode });
  const asked = { model: 'main', input: 'Hello', [member]: value };
  const asking = at.client.embeddings.create(asked);
  await expect(asking).rejects.toThrow(`leave ${member} out`);
  await expect(asking).rejects.toMatchObject({ status: 400, param: member });
  expect(at.twin.received).toHaveLength(0);
});
