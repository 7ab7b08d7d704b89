import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf, messageOf } from '../../twins/anthropic/message-of.ts';
import { answerFor } from '../../twins/kit/answer-for.ts';
import { isBadRequest } from '../protocol.ts';
import { messageCharacters, MessageDocument, messageTokens } from './message-document.ts';
import { MessageStream } from './message-stream.ts';
import { readMessage } from './read-message.ts';

const tools = [{ name: 'get_time', schema: undefined }];
const answer = answerFor({
  ...{ text: 'Hello there, you all', promptCharacters: 20, cacheCharacters: 8 },
  ...{ tools, wantsReasoning: true },
});
const head = { id: 'msg_1', model: 'claude' };
const events = eventsOf(answer, head);
const bytes = Buffer.from(events.join(''));
const TOKENS = { input: 3, cached_input: 1, cache_write: 1, output: 8, reasoning: 11 };

const cut = (places: readonly number[]): Buffer[] => {
  const ends = [...places.map((place) => place % bytes.length), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
};

const frameOf = (event: object): Buffer => Buffer.from(`data: ${JSON.stringify(event)}\n\n`);

describe('a stream of a message', () => {
  it('passes unchanged and is counted wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (places) => {
        const stream = new MessageStream();
        const passed = cut(places).map((piece) => stream.push(piece) ?? Buffer.alloc(0));
        expect(Buffer.concat(passed).equals(bytes)).toBe(true);
        expect(stream).toMatchObject({ done: true, finished: true, model: 'claude' });
        expect(stream.usage).toMatchObject(TOKENS);
        expect(stream.characters).toBe('You said: Hello there, you all'.length + 44);
      }),
    );
  });

  it('passes nothing behind its end, and neither an error nor what is no JSON', () => {
    const end = Buffer.from(`${events.join('')}event: ping\ndata: {"type":"ping"}\n\n`);
    expect(new MessageStream().push(end)?.equals(bytes)).toBe(true);
    const [start = ''] = events;
    const failing = new MessageStream();
    const error = '{"type":"error","error":{"type":"overloaded_error","message":"x"}}';
    expect(failing.push(Buffer.from(`${start}event: error\ndata: ${error}\n\n`))?.toString()).toBe(
      start,
    );
    expect(failing.errorFrame?.toString()).toBe(error);
    const garbled = new MessageStream();
    expect(garbled.push(Buffer.from(`${start}data: {"type":\n\n`))?.toString()).toBe(start);
    expect(garbled).toMatchObject({ failed: true, finished: false });
  });

  it('that breaks off before anybody counted its prompt has no counts: an estimate stands in', () => {
    const begun = { type: 'message_start', message: { model: 'm', usage: { input_tokens: 0 } } };
    const text = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hello' } };
    const stream = new MessageStream();
    for (const event of [begun, text]) stream.push(frameOf(event));
    expect(stream).toMatchObject({ usage: undefined, characters: 5 });
    const counted = { usage: { input_tokens: 3, output_tokens: 2 }, type: 'message_delta' };
    stream.push(frameOf(counted));
    expect(stream.usage).toMatchObject({ input: 3, output: 2 });
  });

  it('that breaks off has the counts of its prompt, and its answer by what came of it', () => {
    const stream = new MessageStream();
    stream.push(Buffer.from(events.slice(0, -6).join('')));
    expect(stream.finished).toBe(false);
    expect(stream.usage).toMatchObject({ input: 3, cached_input: 1, cache_write: 1 });
    expect(stream.usage?.output).toBe(Math.ceil(stream.characters / 4));
    expect(new MessageStream().usage).toBeUndefined();
  });
});

describe('a message', () => {
  it('is counted by its own usage, whatever stands in a call', () => {
    const input = { usage: { output_tokens: 1 }, text: '"usage":{"output_tokens":2}' };
    const message = messageOf({ ...answer, calls: [{ name: 'f', arguments: input }] }, head);
    const body = Buffer.from(JSON.stringify(message));
    expect(messageTokens(body)).toMatchObject(TOKENS);
    expect(messageTokens(body.subarray(-600))).toMatchObject(TOKENS);
    expect(messageTokens(Buffer.from('{"content":[]}'))).toBeUndefined();
    expect(messageCharacters(Buffer.from('{"content":[{"type":"text","text":"abc"}]}'))).toBe(3);
  });

  it.each([
    ['{"type":"message","content":[]}', undefined],
    ['{"type":"message"}', 'the answer has no content'],
    ['{"type":"error","error":{"type":"x"}}', 'the answer holds an error'],
  ])('%s is an answer or none', (body, problem) => {
    const document = new MessageDocument();
    expect(document.push(Buffer.from(body))).toBe(true);
    expect(document).toMatchObject({ isWhole: true, problem });
  });
});

describe('a request for a message', () => {
  const read = (more: object) => {
    const facts = readMessage(Buffer.from(JSON.stringify({ messages: [], ...more })));
    if (isBadRequest(facts)) throw new Error(facts.message);
    return facts;
  };

  it('has the characters of its texts, and not those of bytes', () => {
    const block = (source: object) => [{ role: 'user', content: [{ type: 'document', source }] }];
    const none = read({ messages: block({ type: 'base64', data: '' }) }).promptCharacters;
    const data = 'A'.repeat(400);
    const bytesOf = read({ messages: block({ type: 'base64', data }) });
    expect(bytesOf.promptCharacters).toBe(none);
    const text = 'Some words. '.repeat(40);
    const ofText = read({ messages: block({ type: 'text', data: text }) });
    expect(ofText.promptCharacters).toBe(none + text.length);
    expect(read({ system: 'abc' }).promptCharacters).toBe(3);
    expect(read({ system: [{ type: 'text', text: 'abcd' }] }).promptCharacters).toBe(4);
  });

  it('has what stages go by', () => {
    expect(
      read({
        ...{ model: 'm', stream: true, max_tokens: 7, metadata: { user_id: 'u' } },
        tools: [{ name: 'f' }],
      }),
    ).toMatchObject({ model: 'm', stream: true, maxTokens: 7, user: 'u', hasTools: true });
    expect(read({ model: '', tools: [], metadata: { user_id: 5 } })).toMatchObject({
      ...{ model: undefined, stream: false, maxTokens: undefined, user: undefined },
      hasTools: false,
    });
  });
});
