import { describe, expect, it } from 'vitest';
import { isBadRequest, readChatRequest, type ChatRequest } from './chat-request.ts';

function read(body: object): ChatRequest {
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

  it('says which member is wrong', () => {
    const wrong = readChatRequest(Buffer.from('{"messages":"x"}'));
    expect(wrong).toEqual({ message: 'messages must be an array.', param: 'messages' });
  });

  it('is not led astray by names that objects have anyway', () => {
    const body = Buffer.from('{"messages":[],"__proto__":{"model":"x","stream":true}}');
    expect(readChatRequest(body)).toMatchObject({ model: undefined, stream: false });
  });
});
