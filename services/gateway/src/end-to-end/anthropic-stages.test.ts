import Anthropic from '@anthropic-ai/sdk';
import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import { describe, expect, it } from 'vitest';
import { startAnthropic, type AnthropicGateway } from '../testing/anthropic-gateway.ts';
import { budget } from '../testing/budgets.ts';
import { key, rateLimit, type Fragments } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';

const MAIL = 'ann@example.com';
const stages = ['input', 'output'] as const;
const PII = guardrail('pii', { stages: [...stages] });
const WORDS: GuardrailFragment['detectors'] = [
  {
    ...{ id: 'words', type: 'keyword', action: 'block' },
    patterns: [{ pattern: 'apollo', label: 'BLOCKED_KEYWORD', action: 'block' }],
  },
];
const BLOCKING = (stage: 'input' | 'output') =>
  guardrail('words', { stages: [stage], detectors: WORDS });

const clientOf = ({ gateway }: AnthropicGateway) =>
  new Anthropic({ baseURL: gateway.url, apiKey: 'sk-alice', maxRetries: 0 });

const asking = (content: unknown, more: object = {}) =>
  ({
    ...{ model: 'sonnet', max_tokens: 2000, messages: [{ role: 'user', content }] },
    ...more,
  }) as Anthropic.MessageCreateParamsNonStreaming;

const start = (more: Partial<Fragments>) => startAnthropic(more);

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const sentTo = ({ twin }: AnthropicGateway) => twin.received.at(-1)?.body.toString() ?? '';

describe('requests for messages pass every stage', () => {
  it.each([
    [
      'a key that may not use the model',
      { keys: [key('alice', { allowedModels: ['small'] })] },
      { status: 403, type: 'permission_error' },
    ],
    [
      'a budget',
      { budgets: [budget('small', '0.000001')] },
      { status: 429, type: 'rate_limit_error' },
    ],
    [
      'a guardrail',
      { guardrails: [BLOCKING('input')] },
      { status: 403, type: 'permission_error', errorCode: 'guardrail_blocked' },
    ],
  ])('%s refuses in the form of Anthropic', async (_, more, expected) => {
    await using all = await start(more);
    const { messages } = clientOf(all);
    expect(await errorOf(messages.create(asking('About apollo')))).toMatchObject(expected);
    expect(all.twin.received).toEqual([]);
  });

  it('a limit refuses in the form of Anthropic', async () => {
    await using all = await start({ rateLimits: [rateLimit('each', { rpm: 1 })] });
    const { messages } = clientOf(all);
    await messages.create(asking('Hello'));
    expect(await errorOf(messages.create(asking('Hello')))).toMatchObject({
      ...{ status: 429, type: 'rate_limit_error', errorCode: 'rate_limit_exceeded' },
    });
  });
});

describe('guardrails', () => {
  it('look at all that a model reads, and replace it there alone', async () => {
    await using all = await start({ guardrails: [guardrail('pii')] });
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { to: MAIL, n: 1.0 } };
    const content = [{ type: 'text', text: `and ${MAIL}` }];
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content };
    const source = { type: 'text', media_type: 'text/plain', data: `In it ${MAIL}` };
    await clientOf(all).messages.create(
      asking('', {
        system: [{ type: 'text', text: `From ${MAIL}`, cache_control: { type: 'ephemeral' } }],
        tools: [
          {
            ...{ name: 'f', description: `Writes to ${MAIL}` },
            input_schema: { type: 'object', properties: { to: { description: MAIL } } },
          },
        ],
        messages: [
          { role: 'user', content: `Write to ${MAIL}` },
          { role: 'assistant', content: [call] },
          { role: 'user', content: [result, { type: 'document', source, title: MAIL }] },
        ],
      }),
    );
    expect(sentTo(all)).not.toContain(MAIL);
    expect(sentTo(all).match(/<EMAIL_ADDRESS_1>/g)).toHaveLength(8);
    expect(JSON.parse(sentTo(all))).toMatchObject({
      messages: [{}, { content: [{ input: { to: '<EMAIL_ADDRESS_1>', n: 1 } }] }, {}],
    });
  });

  it('say where they cannot look, and refuse it where they are told to', async () => {
    await using all = await start({ guardrails: [guardrail('pii', { unscannable: 'block' })] });
    const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
    const { messages } = clientOf(all);
    const image = [{ type: 'image', source }];
    expect(await errorOf(messages.create(asking(image)))).toMatchObject({ status: 403 });
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
    const nested = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [call] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: image }],
      },
    ];
    expect(await errorOf(messages.create(asking('', { messages: nested })))).toMatchObject({
      status: 403,
    });
    const { signature } = { signature: 'A'.repeat(900) };
    const thought = [{ type: 'thinking', thinking: 'Hm.', signature }];
    const kept = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: thought },
      { role: 'user', content: 'y' },
    ];
    // Anthropic refuses the signature, and no guardrail does.
    expect(await errorOf(messages.create(asking('', { messages: kept })))).toMatchObject({
      status: 400,
    });
  });

  it('replace and stop in answers and in streams, whatever block it stands in', async () => {
    const out = guardrail('pii', { stages: ['output'] });
    await using all = await start({ guardrails: [out] });
    const { messages } = clientOf(all);
    const question = asking(`Say ${MAIL} twice, ${MAIL}`);
    const said = { type: 'text', text: 'You said: Say <EMAIL_ADDRESS_1> twice, <EMAIL_ADDRESS_1>' };
    expect((await messages.create(question)).content).toMatchObject([said]);
    const streamed = await messages.stream(question).finalMessage();
    expect(streamed.content).toMatchObject([said]);
    expect(streamed.stop_reason).toBe('end_turn');
    const thinking = { type: 'enabled', budget_tokens: 1500 };
    const tools = [
      { name: 'f', input_schema: { type: 'object', properties: { a: { const: MAIL } } } },
    ];
    const called = asking('Call f', { tools, thinking });
    const calls = await messages.stream(called).finalMessage();
    expect(calls.content.at(-1)).toMatchObject({ input: { a: '<EMAIL_ADDRESS_1>' } });
    expect((await messages.create(called)).content.at(-1)).toMatchObject({
      input: { a: '<EMAIL_ADDRESS_1>' },
    });
  });

  it('withhold an answer, and end a stream with an error', async () => {
    await using all = await start({ guardrails: [BLOCKING('output')] });
    const { messages } = clientOf(all);
    const question = asking(`Say ${'a word and '.repeat(60)} apollo`);
    expect(await errorOf(messages.create(question))).toMatchObject({
      ...{ status: 403, errorCode: 'guardrail_blocked' },
    });
    const stream = messages.stream(question);
    let text = '';
    stream.on('text', (piece) => (text += piece));
    const error = await errorOf(stream.finalMessage());
    expect(String(error)).toContain('guardrail');
    expect(text).not.toContain('apollo');
  });

  it('find in a translated stream what they find in one of Anthropic', async () => {
    await using all = await start({ guardrails: [PII] });
    const answer = await clientOf(all)
      .messages.stream(asking(`To ${MAIL}`, { model: 'small' }))
      .finalMessage();
    expect(JSON.stringify(answer)).not.toContain(MAIL);
    expect(answer.content[0]?.type).toBe('text');
  });
});
