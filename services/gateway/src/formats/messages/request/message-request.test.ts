import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { Untranslatable } from '../../format.ts';
import { messageRequest } from '@aicp/gateway/twins/anthropic/message-schemas';
import { problemOfTurns } from '@aicp/gateway/twins/anthropic/check-turns';
import { readMessageRequest } from './read-message-request.ts';
import { writeMessageRequest } from './write-message-request.ts';

const facts = { model: 'claude-sonnet-4-5', stream: false };
const read = (body: object) => readMessageRequest(Buffer.from(JSON.stringify(body)), facts);
const base: Conversation = {
  ...{ ...facts, system: [], turns: [], tools: [], settings: {}, unread: [] },
};
const write = (more: Partial<Conversation>) => {
  const { body, dropped } = writeMessageRequest({ ...base, ...more });
  return { body: JSON.parse(body.toString()) as Record<string, unknown>, dropped };
};
const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] });

describe('a request of a client of Anthropic', () => {
  it('is read in all its parts', () => {
    const cache_control = { type: 'ephemeral', ttl: '1h' };
    const source = { type: 'base64', media_type: 'application/pdf', data: 'AA==' };
    const conversation = read({
      ...{ max_tokens: 10, stop_sequences: ['x'], metadata: { user_id: 'u' }, top_k: 3 },
      system: [{ type: 'text', text: 'Be brief.', cache_control }],
      tools: [
        { name: 'f', description: 'd', input_schema: { type: 'object' }, cache_control },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      thinking: { type: 'enabled', budget_tokens: 2000 },
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
      context_management: { edits: [] },
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 's' },
            { type: 'redacted_thinking', data: 'd' },
            { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true },
            { type: 'document', source, title: 'a.pdf' },
            { type: 'document', source: { type: 'text', data: 'words' }, title: 'b.txt' },
            { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
          ],
        },
      ],
    });
    expect(conversation).toMatchObject({
      system: [{ text: 'Be brief.', cache: { ttl: '1h' } }],
      tools: [{ name: 'f', description: 'd', cache: { ttl: '1h' } }],
      toolChoice: 'required',
      reasoning: { budgetTokens: 2000, isShown: true },
      answerForm: { kind: 'schema', schema: { type: 'object' } },
      settings: { max_tokens: 10, stop: ['x'], user: 'u', top_k: 3, parallel_tool_calls: false },
      unread: ['context_management', 'tools.web_search_20250305'],
      turns: [
        { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
        {
          parts: [
            { kind: 'reasoning', text: 'Hm.', seal: { format: 'messages', value: 's' } },
            { kind: 'reasoning', text: '', seal: { format: 'messages-redacted', value: 'd' } },
            { kind: 'call', id: 't', name: 'f', arguments: '{"a":1}' },
          ],
        },
        {
          parts: [
            { kind: 'result', callId: 't', isError: true, parts: [{ text: 'no' }] },
            { kind: 'file', name: 'a.pdf', source: { mediaType: 'application/pdf' } },
            { kind: 'text', text: 'b.txt\n\nwords' },
            { kind: 'image', source: { url: 'https://x/y.png' } },
          ],
        },
      ],
    });
  });

  it.each([
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'no role'],
    [{ messages: [{ role: 'user', content: [{ type: 'container_upload' }] }] }, 'container_upload'],
    [{ messages: [{ role: 'user', content: [{ type: 'image', source: {} }] }] }, 'neither'],
    [{ tools: [{ input_schema: {} }], messages: [] }, 'no name'],
  ])('%j is refused', (body, words) => {
    expect(() => read(body)).toThrow(Untranslatable);
    expect(() => read(body)).toThrow(words);
  });
});

describe('a request that is written for Anthropic', () => {
  it('has its results first, its sides in turn, the user before all, and instructions in one place', () => {
    const { body } = write({
      system: [{ kind: 'text', text: 'One.' }],
      turns: [
        { role: 'assistant', parts: [{ kind: 'call', id: 'a:b', name: 'f', arguments: 'no' }] },
        { role: 'user', parts: [{ kind: 'text', text: '' }] },
        user('And?'),
        { role: 'system', parts: [{ kind: 'text', text: 'Two.' }] },
        { role: 'user', parts: [{ kind: 'result', callId: 'a:b', parts: [] }] },
      ],
    });
    expect(body).toMatchObject({
      system: [{ text: 'One.' }, { text: 'Two.' }],
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [{ id: 'a_b_6783a31e', input: { INVALID_JSON: 'no' } }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'a_b_6783a31e' }, { text: 'And?' }],
        },
      ],
    });
    expect(messageRequest.safeParse(body).error).toBeUndefined();
  });

  const reasoning = { effort: 'high' } as const;
  const thought = { type: 'enabled', budget_tokens: 800 };
  it.each([
    ['claude-3-5-haiku-20241022', { reasoning }, { max_tokens: 8192 }, ['reasoning_effort']],
    [
      'claude-sonnet-4-5',
      { reasoning },
      { max_tokens: 32_000, thinking: { ...thought, budget_tokens: 25_600 } },
      [],
    ],
    ['claude-sonnet-4-5', { reasoning, settings: { max_tokens: 1000 } }, {}, ['reasoning_effort']],
    [
      'claude-sonnet-4-5',
      { reasoning, settings: { temperature: 0.5 } },
      { thinking: { type: 'enabled' } },
      ['temperature'],
    ],
    [
      'claude-opus-4-7',
      { reasoning },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      [],
    ],
    [
      'claude-opus-4-6',
      { reasoning: { effort: 'xhigh' as const } },
      { output_config: { effort: 'high' } },
      ['reasoning_effort'],
    ],
    ['claude-opus-4-7', { settings: { top_p: 0.5 } }, {}, ['top_p']],
    [
      'claude-sonnet-4-6',
      { settings: { top_p: 0.5, temperature: 2 } },
      { temperature: 1 },
      ['top_p', 'temperature'],
    ],
    ['claude-opus-5', { reasoning, toolChoice: 'required' as const }, {}, ['reasoning_effort']],
    [
      'claude-opus-5',
      { reasoning: { effort: 'none' as const } },
      { thinking: { type: 'disabled' } },
      [],
    ],
    [
      'claude-3-opus-20240229',
      { answerForm: { kind: 'json' as const } },
      { max_tokens: 4096 },
      ['response_format'],
    ],
  ])('fits what %s takes (%#)', (model, more, expected, dropped) => {
    const written = write({ model, turns: [user('Hi')], ...more });
    expect(written.body).toMatchObject(expected);
    expect(written.dropped).toEqual(dropped);
  });

  it('holds models to schemas that they can keep to, and says where they cannot', () => {
    const open = { type: 'object', properties: { at: { type: 'integer', minimum: 1 } } };
    const closed = {
      type: 'object',
      properties: { at: { type: 'integer', description: '{minimum: 1}' } },
      additionalProperties: false,
    };
    const asked = (schema: object, model: string) =>
      write({
        model,
        turns: [user('Hi')],
        tools: [{ name: 'f', parameters: { ...schema }, isStrict: true }, { name: 'g' }],
        answerForm: { kind: 'schema', name: 'a', schema: { ...schema } },
      });
    const { body, dropped } = asked(open, 'claude-sonnet-4-5');
    expect(messageRequest.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      tools: [{ name: 'f', input_schema: closed, strict: true }, { name: 'g' }],
      output_config: { format: { type: 'json_schema', schema: closed } },
    });
    expect(dropped).toEqual([]);
    for (const [schema, model] of [
      [{ type: 'object', additionalProperties: { type: 'string' } }, 'claude-sonnet-4-5'],
      [open, 'claude-sonnet-4-0'],
    ] as const) {
      const other = asked(schema, model);
      expect(other.body.output_config).toBeUndefined();
      expect(other.body.tools).toEqual([
        { name: 'f', input_schema: schema },
        { name: 'g', input_schema: { type: 'object' } },
      ]);
      expect(other.dropped).toEqual(['response_format', 'strict']);
    }
  });

  it('keeps what was thought where it was thought', () => {
    const thought = (value: string) =>
      ({ kind: 'reasoning', text: value, seal: { format: 'messages', value } }) as const;
    const called = (id: string) => ({ kind: 'call', id, name: 'f', arguments: '{}' }) as const;
    const parts = [thought('a'), called('1'), thought('b'), called('2')];
    const { body } = write({ reasoning, turns: [user('Hi'), { role: 'assistant', parts }] });
    expect(body).toMatchObject({
      thinking: { type: 'enabled' },
      messages: [
        { role: 'user' },
        {
          content: [
            { type: 'thinking', signature: 'a' },
            { type: 'tool_use' },
            { type: 'thinking', signature: 'b' },
            { type: 'tool_use' },
          ],
        },
      ],
    });
    const late = [{ kind: 'text', text: 'So' } as const, ...parts];
    const without = write({ reasoning, turns: [user('Hi'), { role: 'assistant', parts: late }] });
    expect(without.body.thinking).toBeUndefined();
    expect(without.dropped).toEqual(['reasoning_effort']);
  });

  it('has a turn of the user where there are instructions alone', () => {
    const { body } = write({ system: [{ kind: 'text', text: 'Greet.' }] });
    expect(body).toMatchObject({ system: [{ text: 'Greet.' }], messages: [{ role: 'user' }] });
    expect(messageRequest.safeParse(body).error).toBeUndefined();
  });

  it('stops at no word that is white space alone', () => {
    const written = write({ turns: [user('Hi')], settings: { stop: ['\n\n', 'END'] } });
    expect(written.body.stop_sequences).toEqual(['END']);
    expect(written.dropped).toEqual(['stop']);
    const none = write({ turns: [user('Hi')], settings: { stop: [' '] } });
    expect(none.body).not.toHaveProperty('stop_sequences');
  });

  it('keeps texts, calls and results through both ways', () => {
    const text = fc.string({ minLength: 1 }).filter((one) => /\S$/.test(one));
    const call = fc.record({ name: fc.constantFrom('f', 'g'), input: fc.dictionary(text, text) });
    fc.assert(
      fc.property(text, text, fc.array(call, { minLength: 1, maxLength: 3 }), (one, two, calls) => {
        const turns: Turn[] = [
          user(one),
          {
            role: 'assistant',
            parts: calls.map(({ name, input }, index) => ({
              ...{ kind: 'call', id: `t${index}`, name, arguments: JSON.stringify(input) },
            })),
          },
          {
            role: 'user',
            parts: calls.map((_, index) => ({
              ...{ kind: 'result', callId: `t${index}`, parts: [{ kind: 'text', text: two }] },
            })),
          },
        ];
        const { body } = write({ turns, tools: [{ name: 'f' }, { name: 'g' }] });
        const asked = messageRequest.parse(body);
        expect(problemOfTurns(asked)).toBeUndefined();
        expect(read(body).turns).toEqual(turns);
      }),
      { numRuns: 100 },
    );
  });
});
