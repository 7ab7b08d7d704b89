import { describe, expect, it } from 'vitest';
import { budget } from '../../testing/budgets.ts';
import {
  allowedModels,
  credential,
  key,
  model,
  provider,
  rateLimit,
  type Fragments,
} from '../../testing/fragments.ts';
import { cached } from '../../testing/cached-gateway.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';

/** A nano-dollar for a token of the prompt, and two for one of the answer. */
const prices = { input: '1000000', output: '2000000' };

async function start(more: Fragments = {}) {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startOpenAiTwin());
  const gateway = parts.use(
    await startTestGateway({
      fragments: {
        providers: [provider('up', { type: 'openai', baseUrl: `${twin.origin}/v1` })],
        credentials: [credential('up', 'sk-vendor')],
        models: [model('small', 'up', { prices }), model('large', 'up', { prices })],
        keys: [key('alice', { organization: 'acme', team: 'ml' })],
        ...more,
      },
    }),
  );
  const ask = async (input: unknown, body: object = {}, as = 'alice') => {
    const response = await fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${as}` },
      body: JSON.stringify({ model: 'small', input, ...body }),
    });
    const text = await response.text();
    const code = /"code":"(\w+)"/.exec(text)?.[1];
    return { status: response.status, text, code };
  };
  return { twin, gateway, ask, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const MAIL = 'ann@example.org';
const redacting = (stages: ('input' | 'output')[]) => [
  guardrail('mails', {
    stages,
    detectors: [
      { id: 'pii', type: 'pii', action: 'redact' },
      {
        ...{ id: 'words', type: 'keyword', action: 'block' },
        patterns: [{ pattern: 'forbidden', action: 'block' }],
      },
    ],
  }),
];

describe('a request for a response', () => {
  it('is refused in OpenAI’s form, by each stage that refuses', async () => {
    await using served = await start({
      teams: [allowedModels('Team', 'ml', ['small'])],
      rateLimits: [rateLimit('few', { rpm: 2 })],
    });
    const { ask } = served;
    expect(await ask('Hello', {}, 'nobody')).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
    expect((await ask('Hello', { model: 'large' })).status).toBe(403);
    expect((await ask('Hello', { model: 'none' })).status).toBe(404);
    expect((await ask('Hello')).status).toBe(200);
    const statuses = [(await ask('Hello')).status, (await ask('Hello')).status];
    expect(statuses).toContain(429);
    expect(JSON.parse((await ask('Hello')).text)).toMatchObject({
      error: { type: expect.any(String) as string, message: expect.any(String) as string },
    });
  });

  it('is held against its budget', async () => {
    await using served = await start({ budgets: [budget('each', '0.000000001')] });
    expect(await served.ask('Hello', { max_output_tokens: 16 })).toMatchObject({ status: 429 });
    expect(served.twin.received).toHaveLength(0);
  });

  it('is recorded with what it used and cost, also as a stream', async () => {
    await using served = await start();
    await served.ask('Hello', { reasoning: { effort: 'low' } });
    await served.ask('Hello', { reasoning: { effort: 'low' }, stream: true });
    const records = await usageOf(served.gateway, 2);
    // "Hello" and what is around it are 14 characters, so 5 tokens with the twin; the answer has 15 characters, and the reasoning 44.
    for (const record of records) {
      expect(record).toMatchObject({
        source: 'provider',
        output: 4,
        reasoning: 11,
        cached_input: 0,
      });
      expect(record.cost_nano_usd).toBe(record.input + 2 * (4 + 11));
    }
    expect(records[0]!.input).toBe(records[1]!.input);
  });

  it('has all that its model reads looked at, and replaced or blocked', async () => {
    await using served = await start({ guardrails: redacting(['input']) });
    const call = { type: 'function_call', call_id: 'c1', name: 'f', arguments: `{"to":"${MAIL}"}` };
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: `I am ${MAIL}` }] },
      { role: 'assistant', content: [{ type: 'output_text', text: MAIL }] },
      ...[call, { type: 'function_call_output', call_id: 'c1', output: `{"mail":"${MAIL}"}` }],
    ];
    const description = `Mails ${MAIL}`;
    const tools = [
      {
        ...{ type: 'function', name: 'f', description },
        parameters: { type: 'object', properties: { a: { type: 'string', description } } },
      },
    ];
    const { status } = await served.ask(input, { instructions: `Tell ${MAIL}`, tools });
    expect(status).toBe(200);
    const sent = served.twin.received[0]!.body.toString();
    expect(sent).not.toContain('ann@');
    expect(sent.match(/<EMAIL_ADDRESS_1>/g)).toHaveLength(7);
    const blocked = [{ type: 'custom_tool_call_output', call_id: 'c', output: 'a forbidden word' }];
    expect((await served.ask(blocked)).code).toBe('guardrail_blocked');
    expect(
      (await served.ask('x', { tools: [{ ...tools[0], description: 'forbidden' }] })).status,
    ).toBe(403);
    expect(served.twin.received).toHaveLength(1);
  });

  it('has its answer looked at, whole and as a stream', async () => {
    await using served = await start({ guardrails: redacting(['output']) });
    const { text } = await served.ask(`I am ${MAIL}`, { instructions: `Tell ${MAIL}` });
    expect(text).toContain('You said: I am <EMAIL_ADDRESS_1>');
    expect(text).not.toContain('ann@');
    const stream = await served.ask(`I am ${MAIL}`, { stream: true });
    expect(stream.text).not.toContain('ann@');
    expect(stream.text.match(/You said: I am <EMAIL_ADDRESS_1>/g)?.length).toBeGreaterThanOrEqual(
      4,
    );
    const blocked = await served.ask('a forbidden word', { stream: true });
    expect(blocked.text).not.toMatch(/forbidden/);
    expect(blocked.code).toBe('guardrail_blocked');
    expect((await served.ask('a forbidden word')).code).toBe('guardrail_blocked');
  });
});

describe('the answer to a request for a response', () => {
  it('is given again to an equal request of the team, whole or as a stream', async () => {
    await using served = await start({
      settings: cached(),
      keys: [
        key('alice', { organization: 'acme', team: 'ml' }),
        key('ben', { organization: 'acme', team: 'ml' }),
        key('cat', { organization: 'acme', team: 'ops' }),
      ],
    });
    const { ask, twin } = served;
    const first = await ask('Hello');
    expect((await ask('Hello', {}, 'ben')).text).toBe(first.text);
    const stream = await ask('Hello', { stream: true }, 'ben');
    expect(twin.received).toHaveLength(1);
    const last = stream.text.split('\n').findLast((line) => line.startsWith('data: ')) ?? '';
    const { response } = JSON.parse(last.slice(6)) as { response: unknown };
    expect(response).toEqual(JSON.parse(first.text));
    await ask('Hello', {}, 'cat');
    await ask('Hello', { metadata: { of: 'somebody else' } }, 'ben');
    expect(twin.received).toHaveLength(3);
    const streamed = await ask('Another', { stream: true });
    const whole = await ask('Another');
    expect(twin.received).toHaveLength(4);
    expect(streamed.text).toContain((JSON.parse(whole.text) as { id: string }).id);
  });
});

describe('what lives at the vendor', () => {
  it('is not reached but by ids of the gateway: it is everybody’s who shares the provider', async () => {
    await using served = await start();
    const { ask } = served;
    const refused = async (body: object, param: string, expected = 400) => {
      const { status, text } = await ask('Hello', body);
      expect(status).toBe(expected);
      const { error } = JSON.parse(text) as { error: { param: string; message: string } };
      expect(error.param).toBe(param);
    };
    await refused({ previous_response_id: 'resp_1' }, 'previous_response_id', 404);
    await refused({ conversation: 'conv_1' }, 'conversation');
    await refused({ background: true }, 'background');
    await refused({ store: 'yes' }, 'store');
    await refused({ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input');
    await refused({ input: [{ id: 'msg_1' }] }, 'input');
    await refused({ input: [{ type: null, id: 'msg_1' }] }, 'input');
    const file = { type: 'input_file', file_id: 'file-1' };
    const named = [{ role: 'user', content: [file] }];
    await refused({ input: named }, 'input[].content[].file_id', 404);
    await refused({ tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }, 'tools');
    await refused({ tools: [{ type: 'code_interpreter', container: 'cntr_1' }] }, 'tools');
    expect(served.twin.received).toHaveLength(0);
    for (const method of ['GET', 'DELETE'])
      expect(
        await fetch(`${served.gateway.url}/v1/responses/resp_1`, {
          method,
          headers: { authorization: 'Bearer sk-alice' },
        }),
      ).toMatchObject({ status: 404 });
  });

  it('is not reached by members that are written twice, or in disguise', async () => {
    await using served = await start();
    for (const body of [
      '{"model":"small","input":"a","previous_response_id":null,"previous_response_id":"resp_1"}',
      '{"model":"small","input":"a","Previous_Response_Id":"resp_1"}',
      '{"model":"small","input":[{"\\u0074ype":"item_reference","id":"msg_1"}]}',
      '{"model":"small","input":[{"type":"item\\u005freference","id":"msg_1"}]}',
      '{"model":"small","input":[{"type":"message","type":"item_reference","id":"msg_1"}]}',
      '{"model":"small","model":"large","input":"a"}',
    ]) {
      const { status } = await fetch(`${served.gateway.url}/responses`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-alice' },
        body,
      });
      expect({ body, status }).toEqual({ body, status: 400 });
    }
    expect(served.twin.received).toHaveLength(0);
  });
});
