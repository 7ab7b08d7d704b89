import { expect, it } from 'vitest';
import { chatFormat } from '../../formats/chat/chat-format.ts';
import { ChatDecoder } from '../../formats/chat/chat-decoder.ts';
import { messageFormat } from '../../formats/messages/message-format.ts';
import { MessageEncoder } from '../../formats/messages/answer/message-encoder.ts';
import { TranslatedCall } from './translated-call.ts';

interface Told {
  readonly call: TranslatedCall;
  readonly texts: string[];
}

/** A stream of chat completions for a client of Anthropic's, and what that client is told. */
function begun(): Told {
  const texts: string[] = [];
  const call = new TranslatedCall({
    decoder: new ChatDecoder(),
    encoder: new MessageEncoder({ model: 'm', stream: true, requestId: 'r', now: 0 }),
    client: messageFormat,
    vendor: chatFormat,
    receiver: {
      onStart: () => undefined,
      onData: (chunk) => texts.push(chunk.toString()),
      onEnd: () => texts.push('(end)'),
      onError: (error) => texts.push(`(${error.message})`),
    },
    stream: true,
    dropped: [],
  });
  call.onStart(200, { 'content-type': 'text/event-stream' });
  return { call, texts };
}

const chunk = (content: string, finish_reason: string | null = null): Buffer =>
  Buffer.from(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`,
  );
const DONE = Buffer.from('data: [DONE]\n\n');

it('the end of an answer is told as soon as the provider tells it, and once', () => {
  const { call, texts } = begun();
  call.onData(Buffer.concat([chunk('Yes', 'stop'), DONE]));
  expect(texts.join('')).toMatch(/"text":"Yes".*message_stop"}\n\n$/s);
  const before = texts.length;
  call.onEnd();
  expect(texts.slice(before)).toEqual(['(end)']);
});

it('nothing is told that a provider says behind its end', () => {
  const { call, texts } = begun();
  call.onData(Buffer.concat([chunk('Yes', 'stop'), DONE, chunk('No'), DONE]));
  call.onData(chunk('No'));
  call.onData(Buffer.from('data: no JSON\n\n'));
  call.onEnd();
  expect(texts.join('')).toMatch(/message_stop"}\n\n\(end\)$/);
  expect(texts.join('')).not.toContain('No');
});
