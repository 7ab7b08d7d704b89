import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { converseRequest } from '../../twins/bedrock/converse-request.ts';
import { mistakeIn } from '../../twins/bedrock/converse-mistakes.ts';
import { readChatRequest } from '../chat/read-chat-request.ts';
import { writeConverseRequest } from './write-converse-request.ts';

const SONNET = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const OPUS = 'anthropic.claude-opus-4-6-v1';
const NOVA = 'eu.amazon.nova-2-lite-v1:0';
const LLAMA = 'meta.llama3-1-8b-instruct-v1:0';

function written(asked: object, model = SONNET) {
  const body = Buffer.from(JSON.stringify({ model: 'm', ...asked }));
  const conversation = readChatRequest(body, { model, stream: false });
  const { body: bytes, dropped, names } = writeConverseRequest(conversation);
  return { request: JSON.parse(bytes.toString()) as Record<string, unknown>, dropped, names };
}

const user = (content: unknown) => ({ role: 'user', content });
const HELLO = { messages: [user('Hello')] };
const tool = (name: string) => ({ type: 'function', function: { name } });

describe('a request of Converse', () => {
  it('has its instructions apart, turns that alternate, and no blank text', () => {
    const { request } = written({
      messages: [
        { role: 'system', content: 'Be brief.' },
        user('One'),
        user('Two'),
        { role: 'developer', content: 'In French.' },
        { role: 'assistant', content: ' ' },
        user([
          { type: 'text', text: '' },
          { type: 'text', text: 'Three' },
        ]),
      ],
    });
    expect(request).toEqual({
      system: [{ text: 'Be brief.' }, { text: 'In French.' }],
      messages: [user([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }])],
    });
  });

  it('has a turn of the user first, also where there are instructions alone', () => {
    const alone = written({ messages: [{ role: 'system', content: 'Greet.' }] }).request;
    expect(alone).toMatchObject({ system: [{ text: 'Greet.' }], messages: [{ role: 'user' }] });
    const { request } = written({ messages: [{ role: 'assistant', content: 'Hi' }] });
    expect(request['messages']).toMatchObject([{ role: 'user' }, { role: 'assistant' }]);
  });

  it('asks Claude for what it takes at Anthropic, and no more', () => {
    const hot = { ...HELLO, temperature: 1.5, stop: [' ', 'END'] };
    const { request, dropped } = written(hot);
    expect(request['inferenceConfig']).toEqual({ temperature: 1, stopSequences: ['END'] });
    expect(dropped).toEqual(['stop', 'temperature']);
    const newest = written({ ...hot, top_p: 0.9, top_k: 3 }, 'anthropic.claude-opus-4-7-v1');
    expect(newest.request['inferenceConfig']).toEqual({ stopSequences: ['END'] });
    expect(newest.request).not.toHaveProperty('additionalModelRequestFields');
    expect(newest.dropped).toEqual(['stop', 'top_k', 'temperature', 'top_p']);
    const most = written({ ...HELLO, reasoning_effort: 'xhigh' }, OPUS);
    expect(most.request['outputConfig']).toEqual({ effort: 'high' });
  });

  it('asks for a schema only where the model keeps to it, as it takes it', () => {
    const schema = { type: 'object', properties: { at: { type: 'integer', minimum: 1 } } };
    const response_format = { type: 'json_schema', json_schema: { name: 'a', schema } };
    const strict = {
      type: 'function',
      function: { name: 'f', parameters: schema, strict: true },
    };
    const asked = { ...HELLO, response_format, tools: [strict] };
    const { request, dropped } = written(asked);
    const at = { description: '{minimum: 1}', type: 'integer' };
    const closed = { type: 'object', properties: { at }, additionalProperties: false };
    const textFormat = { structure: { jsonSchema: { schema: JSON.stringify(closed) } } };
    expect(request).toMatchObject({
      outputConfig: { textFormat },
      toolConfig: { tools: [{ toolSpec: { inputSchema: { json: closed }, strict: true } }] },
    });
    expect(dropped).toEqual([]);
    for (const model of [NOVA, 'anthropic.claude-3-7-sonnet-20250219-v1:0']) {
      const other = written(asked, model);
      expect(other.request).not.toHaveProperty('outputConfig');
      expect(other.request).toMatchObject({
        toolConfig: { tools: [{ toolSpec: { inputSchema: { json: schema } } }] },
      });
      expect(other.dropped).toEqual(['response_format', 'strict']);
    }
    expect(written(asked, LLAMA).request).toHaveProperty('outputConfig');
  });

  it('tells each family what it knows, and names the rest', () => {
    const asked = { ...HELLO, top_k: 5, seed: 1, n: 2, reasoning_effort: 'high', user: 'ada' };
    const fieldsFor = (model: string) => {
      const { request, dropped } = written(asked, model);
      return { fields: request['additionalModelRequestFields'], dropped };
    };
    expect(fieldsFor(SONNET)).toEqual({
      fields: { thinking: { type: 'enabled', budget_tokens: 16_384 } },
      dropped: ['seed', 'n', 'top_k'],
    });
    expect(fieldsFor(OPUS).fields).toEqual({ thinking: { type: 'adaptive' } });
    expect(written(asked, OPUS).request['outputConfig']).toEqual({ effort: 'high' });
    expect(fieldsFor(NOVA).fields).toEqual({
      inferenceConfig: { topK: 5 },
      reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' },
    });
    expect(fieldsFor(LLAMA)).toEqual({
      fields: undefined,
      dropped: ['seed', 'n', 'top_k', 'reasoning_effort'],
    });
  });

  it('has Claude not think where it would be refused', () => {
    const asked = { ...HELLO, reasoning_effort: 'low', tools: [tool('a')] };
    const thinks = (more: object) =>
      'additionalModelRequestFields' in written({ ...asked, ...more }).request;
    expect(thinks({})).toBe(true);
    expect(thinks({ tool_choice: 'required' })).toBe(false);
    expect(thinks({ max_tokens: 1024 })).toBe(false);
    const call = { id: 'c', ...tool('a') };
    const turn = { role: 'assistant', tool_calls: [call] };
    const messages = [user('Hello'), turn, { role: 'tool', tool_call_id: 'c', content: 'x' }];
    expect(thinks({ messages })).toBe(false);
    const { request, dropped } = written({ ...asked, temperature: 0.2, max_tokens: 2000 });
    expect(request['inferenceConfig']).toEqual({ maxTokens: 2000 });
    expect(request['additionalModelRequestFields']).toMatchObject({
      thinking: { budget_tokens: 1600 },
    });
    expect(dropped).toEqual(['temperature']);
  });

  it('keeps the tools that turns hold calls of, and says that the choice is lost', () => {
    const none = written({ ...HELLO, tools: [tool('a')], tool_choice: 'none' });
    expect(none.request).not.toHaveProperty('toolConfig');
    expect(none.dropped).toEqual([]);
    const messages = [
      user('Hello'),
      { role: 'assistant', tool_calls: [{ id: 'c', ...tool('a') }] },
      { role: 'tool', tool_call_id: 'c', content: '' },
    ];
    const after = written({ messages, tool_choice: 'none' });
    expect(after.request['toolConfig']).toMatchObject({ tools: [{ toolSpec: { name: 'a' } }] });
    expect(after.dropped).toEqual(['tool_choice']);
  });

  it('puts a cache point behind what is to be kept, where the model has a cache', () => {
    const cache_control = { type: 'ephemeral', ttl: '1h' };
    const asked = { messages: [user([{ type: 'text', text: 'Long', cache_control }])] };
    expect(written(asked).request['messages']).toEqual([
      user([{ text: 'Long' }, { cachePoint: { type: 'default', ttl: '1h' } }]),
    ]);
    const { request, dropped } = written(asked, LLAMA);
    expect(request['messages']).toEqual([user([{ text: 'Long' }])]);
    expect(dropped).toEqual(['cache_control']);
  });

  it('gives documents names of their own that Bedrock takes', () => {
    const file_data = 'data:application/pdf;base64,JVBERg==';
    const file = (filename: string) => ({ type: 'file', file: { filename, file_data } });
    const content = [file('Q1_2026 (final).pdf'), file('Q1/2026 (final).pdf'), file('.pdf')];
    const { request } = written({ messages: [user([...content, { type: 'text', text: 'x' }])] });
    const [message] = request['messages'] as { content: { document?: { name: string } }[] }[];
    expect(message?.content.flatMap(({ document }) => document?.name ?? [])).toEqual([
      'Q1-2026 (final)',
      'Q1-2026 (final) 2',
      'document',
    ]);
  });

  it.each([
    ['an address', { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }, 'bytes'],
    ['an address in S3', { type: 'image_url', image_url: { url: 's3://bucket/a.png' } }, 'bytes'],
    [
      'a picture of another kind',
      { type: 'image_url', image_url: { url: 'data:image/bmp;base64,AA==' } },
      'png',
    ],
    ['the id of a file', { type: 'file', file: { file_id: 'file-1' } }, 'unknown type'],
  ])('is none where it would hold %s', (_what, part, words) => {
    expect(() => written({ messages: [user([part])] })).toThrow(words);
  });

  it('is one that Bedrock takes, whatever names and ids a client uses', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 90 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(names, fc.string(), fc.jsonValue(), (tools, text, value) => {
        const calls = tools.map((name) => ({
          id: `call:${name}`,
          function: { name, arguments: JSON.stringify({ value }) },
        }));
        const messages = [
          user('Hello'),
          { role: 'assistant', content: text, tool_calls: calls },
          ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: text })),
          user(text),
        ];
        const { request, names: originals } = written({ messages, tools: tools.map(tool) });
        const read = converseRequest.parse(request);
        expect(mistakeIn(read, SONNET)).toBeUndefined();
        const told = read.toolConfig?.tools.flatMap((one) =>
          'toolSpec' in one ? one.toolSpec.name : [],
        );
        expect(told?.map((name) => originals?.get(name) ?? name)).toEqual(tools);
      }),
    );
  });
});
