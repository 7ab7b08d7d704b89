import { crc32 } from 'node:zlib';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageStream } from '../../protocols/anthropic-messages/message-stream.ts';
import type { UpstreamError } from '../upstream/provider-client.ts';
import { BedrockAnswer } from './bedrock-answer.ts';
import { messageEventOf } from './message-event.ts';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);
const frameOf = (body: Uint8Array, name = 'chunk'): Buffer =>
  Buffer.from(
    codec.encode({
      headers: {
        ':message-type': { type: 'string', value: 'event' },
        ':event-type': { type: 'string', value: name },
      },
      body,
    }),
  );
const chunkOf = (event: Uint8Array): Buffer =>
  frameOf(Buffer.from(JSON.stringify({ bytes: Buffer.from(event).toString('base64'), p: 'abcd' })));
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

interface Event {
  readonly type: string;
}

/** The events of an answer that says these pieces. */
const eventsOf = (pieces: readonly string[]): Event[] => [
  { type: 'message_start', ...{ message: { model: 'claude', usage: { input_tokens: 3 } } } },
  { type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } },
  ...pieces.map((text) => ({
    type: 'content_block_delta',
    ...{ index: 0, delta: { type: 'text_delta', text } },
  })),
  { type: 'content_block_stop', ...{ index: 0 } },
  {
    type: 'message_delta',
    ...{ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  },
  { type: 'message_stop' },
];

const framesOf = (events: readonly Event[]): Buffer[] =>
  events.map((event) => chunkOf(bytesOf(event)));
/** As Anthropic itself sends them. */
const told = (events: readonly Event[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

/** What a client gets of bytes that come cut at these places, and how it ends. */
function through(bytes: Buffer, places: readonly number[]) {
  const stream = new MessageStream();
  const out: Buffer[] = [];
  const errors: UpstreamError[] = [];
  let ends = 0;
  let isCancelled = false;
  const answer = new BedrockAnswer({
    receiver: {
      onStart: () => undefined,
      onData: (chunk) => {
        out.push(chunk);
        stream.push(chunk);
      },
      onEnd: () => {
        ends += 1;
      },
      onError: (error) => errors.push(error),
    },
    eventOf: messageEventOf,
    onRefused: () => undefined,
    cancel: () => {
      isCancelled = true;
    },
  });
  answer.onStart(200, { 'content-type': 'application/vnd.amazon.eventstream' });
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
  const ordered = at.toSorted((a, b) => a - b);
  for (const [index, end] of ordered.slice(1).entries())
    answer.onData(bytes.subarray(ordered[index], end));
  answer.onEnd();
  return { text: Buffer.concat(out).toString(), ends, errors, isCancelled, stream };
}

/** Its client has whole events of what came before, each once, and an error that ends it. */
function expectBroken(result: ReturnType<typeof through>, before: readonly Event[]): void {
  expect(result.text).toBe(told(before));
  expect(result.ends).toBe(0);
  expect(result.errors.map(({ kind }) => kind)).toEqual(['connection']);
}

const pieces = fc.array(fc.string({ minLength: 1 }), { maxLength: 5 });
const places = fc.array(fc.nat(), { maxLength: 8 });

/** Frames that are whole and hold no event. */
const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((body) => frameOf(Buffer.concat([Buffer.of(0xff), body]))),
  fc.jsonValue().map((value) => frameOf(bytesOf({ byte: value }))),
  fc.jsonValue().map((value) => frameOf(bytesOf({ bytes: [value] }))),
  fc.uint8Array({ maxLength: 40 }).map((body) => chunkOf(Buffer.concat([Buffer.of(0xff), body]))),
  fc.jsonValue().map((value) => chunkOf(bytesOf([value]))),
  fc
    .constantFrom('', 'Type', 'a b', 'a\nevent: message_stop', 'é')
    .map((type) => chunkOf(bytesOf({ type }))),
  fc.constantFrom('', 'a b', 'a\n').map((name) => frameOf(bytesOf({}), name)),
);

describe('a stream of Claude on Bedrock', () => {
  it('is the same events, wherever its bytes are cut', () => {
    fc.assert(
      fc.property(pieces, places, (said, cuts) => {
        const events = eventsOf(said);
        const result = through(Buffer.concat(framesOf(events)), cuts);
        expect(result).toMatchObject({ text: told(events), ends: 1, errors: [] });
        expect([result.stream.done, result.stream.failed]).toEqual([true, false]);
        expect(result.stream.characters).toBe(said.join('').length);
      }),
    );
  });

  it('ends with an error at a frame that holds no event, and tells what came before it once', () => {
    fc.assert(
      fc.property(pieces, places, garbage, fc.nat(), (said, cuts, broken, place) => {
        const events = eventsOf(said);
        const at = place % events.length;
        const frames = framesOf(events).with(at, broken);
        const result = through(Buffer.concat(frames), cuts);
        expectBroken(result, events.slice(0, at));
        expect(result.isCancelled).toBe(true);
      }),
    );
  });

  it('ends so at a frame whose check is wrong, whichever byte it is', () => {
    fc.assert(
      fc.property(
        pieces,
        places,
        fc.record({ place: fc.nat(), byte: fc.nat(), change: fc.integer({ min: 1, max: 255 }) }),
        (said, cuts, { place, byte, change }) => {
          const events = eventsOf(said);
          const at = place % events.length;
          const frames = framesOf(events);
          const broken = frames[at] ?? Buffer.alloc(0);
          const offset = byte % broken.length;
          broken[offset] = (broken[offset] ?? 0) ^ change;
          expectBroken(through(Buffer.concat(frames), cuts), events.slice(0, at));
        },
      ),
    );
  });

  it.each([
    ['of all of it', 0],
    ['of its headers', 4],
  ])('ends so at a frame whose length %s lies', (_name, offset) => {
    const lie = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.nat(0xff_ff_ff_ff));
    fc.assert(
      fc.property(pieces, places, fc.nat(), lie, (said, cuts, place, length) => {
        const events = eventsOf(said);
        const at = place % events.length;
        const frames = framesOf(events);
        const broken = frames[at] ?? Buffer.alloc(0);
        fc.pre(broken.readUInt32BE(offset) !== length);
        broken.writeUInt32BE(length, offset);
        // The check of the lengths agrees with them.
        broken.writeUInt32BE(crc32(broken.subarray(0, 8)), 8);
        expectBroken(through(Buffer.concat(frames), cuts), events.slice(0, at));
      }),
    );
  });

  it('tells an exception once, as Anthropic’s error, and nothing after it', () => {
    const [start, ...more] = framesOf(eventsOf(['a']));
    const body = bytesOf({ message: 'Slow down.' });
    const fault = frameOf(body, 'throttlingException');
    fc.assert(
      fc.property(places, (cuts) => {
        const { stream, text } = through(Buffer.concat([start ?? body, fault, ...more]), cuts);
        expect([stream.done, stream.failed, stream.characters]).toEqual([false, true, 0]);
        expect(text.split('"rate_limit_error"')).toHaveLength(2);
      }),
    );
  });
});
