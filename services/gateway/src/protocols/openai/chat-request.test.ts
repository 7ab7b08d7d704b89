import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBadRequest, readChatRequest, type ChatFacts } from './chat-request.ts';

function read(body: object): ChatFacts {
  const request = readChatRequest(Buffer.from(JSON.stringify(body)));
  if (isBadRequest(request)) throw new Error(request.message);
  return request;
}

describe('readChatRequest', () => {
  it('reads what the gateway needs', () => {
    const request = read({
      model: 'm',
      messages: [{ role: 'user', content: 'hello' }],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 7,
      user: 'u',
      metadata: { a: 'b' },
      tools: [{ type: 'function' }],
    });
    expect(request).toMatchObject({
      model: 'm',
      stream: true,
      wantsUsage: true,
      maxTokens: 7,
      user: 'u',
      metadata: { a: 'b' },
      hasTools: true,
    });
  });

  it('takes null for absent', () => {
    const request = read({
      model: null,
      messages: [],
      stream: null,
      stream_options: null,
      user: null,
      metadata: null,
      tools: [],
    });
    expect(request).toMatchObject({
      model: undefined,
      stream: false,
      wantsUsage: false,
      user: undefined,
      metadata: {},
      hasTools: false,
    });
  });

  it('takes the newer limit before the older', () => {
    const messages: unknown[] = [];
    expect(read({ messages, max_tokens: 5, max_completion_tokens: 3 }).maxTokens).toBe(3);
    expect(read({ messages, max_tokens: 5, max_completion_tokens: null }).maxTokens).toBe(5);
  });

  it('counts text and not pictures', () => {
    const text = 'x'.repeat(100);
    const picture = { type: 'image_url', image_url: { url: `data:${'y'.repeat(5000)}` } };
    const plain = read({ messages: [{ role: 'user', content: text }] }).promptCharacters;
    const parts = [{ type: 'text', text }, picture];
    expect(read({ messages: [{ role: 'user', content: parts }] }).promptCharacters).toBe(plain);
    expect(plain).toBeGreaterThan(100);
    expect(plain).toBeLessThan(130);
  });

  it('counts what tools were called with', () => {
    const call = { function: { name: 'f', arguments: 'x'.repeat(50) } };
    const messages = [{ role: 'assistant', content: null, tool_calls: [call] }];
    expect(read({ messages }).promptCharacters).toBeGreaterThan(50);
  });

  it.each([
    ['{"tools":[{}]}', true],
    ['{"tools":[ ]}', false],
    ['{"tools":null}', false],
    ['{"functions":[{"name":"f"}]}', true],
    ['{"functions":[],"tools":[]}', false],
    ['{"tools":[],"functions":[{"name":"f"}]}', true],
  ])('takes %s for a request with tools: %s', (members, hasTools) => {
    const body = Buffer.from(members.replace('{', '{"messages":[],'));
    expect(readChatRequest(body)).toMatchObject({ hasTools });
  });

  it('cuts a user without end, wherever an escape stands', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('x', '\\', '"', 'é', '\n', '\ud83d\ude00'), { minLength: 1 }),
        (units) => {
          const user = units.join('').repeat(Math.ceil(2000 / units.length));
          expect(read({ messages: [], user }).user).toBe(user.slice(0, 256).toWellFormed());
          const escaped = JSON.stringify({ messages: [], user }).replaceAll('x', '\\u0078');
          expect(readChatRequest(Buffer.from(escaped))).toMatchObject({
            user: user.slice(0, 256).toWellFormed(),
          });
        },
      ),
    );
  });

  it.each([
    ['model', 'x'.repeat(513)],
    ['model', 7],
    ['metadata', { a: 'x'.repeat(65_536) }],
    ['metadata', 'text'],
    ['stream_options', { include_usage: true, x: 'x'.repeat(4096) }],
    ['stream', 'true'],
    ['tools', { type: 'function' }],
    ['functions', 'f'],
  ])('refuses a %s that no stage could read', (member, value) => {
    const body = Buffer.from(JSON.stringify({ messages: [], [member]: value }));
    expect(readChatRequest(body)).toMatchObject({ param: member });
  });

  it('tells of metadata that is written twice, in whatever form', () => {
    for (const twice of ['{"a":"1","a":"2"}', '{"a":"1","\\u0061":"2"}']) {
      const body = Buffer.from(`{"messages":[],"metadata":${twice}}`);
      expect(readChatRequest(body)).toMatchObject({ param: 'metadata' });
    }
  });

  it('says of what there is too much', () => {
    const deep = `{"messages":${'['.repeat(200)}${']'.repeat(200)}}`;
    expect(readChatRequest(Buffer.from(deep))).toMatchObject({
      message: 'The body nests deeper than 128 levels.',
    });
    const many = `{"messages":[${'1,'.repeat(200_000)}1]}`;
    expect(readChatRequest(Buffer.from(many))).toMatchObject({
      message: 'The body has more than 200000 values.',
    });
  });

  it('says which member is wrong', () => {
    const wrong = readChatRequest(Buffer.from('{"messages":"x"}'));
    expect(wrong).toEqual({ message: 'messages must be an array.', param: 'messages' });
  });

  it('is not led astray by names that objects have anyway', () => {
    const body = Buffer.from('{"messages":[],"__proto__":{"model":"x","stream":true}}');
    expect(readChatRequest(body)).toMatchObject({ model: undefined, stream: false });
  });
});
