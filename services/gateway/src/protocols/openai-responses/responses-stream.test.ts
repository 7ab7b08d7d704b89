import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponsesStream } from './responses-stream.ts';
import { readUsage } from './response-usage.ts';
import { responseCharacters } from './response-characters.ts';
import { ResponseDocument } from './response-document.ts';

const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

const usage = {
  ...{ input_tokens: 30, output_tokens: 12, total_tokens: 42 },
  input_tokens_details: { cached_tokens: 20, cache_write_tokens: 4 },
  output_tokens_details: { reasoning_tokens: 5 },
};
const response = {
  ...{ id: 'resp_1', object: 'response', error: null, model: 'gpt-5-2026', status: 'completed' },
  output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Hé you' }] }],
  // A tenant writes this: it is no usage.
  tools: [{ type: 'function', parameters: { usage: { input_tokens: 0, output_tokens: 0 } } }],
  usage,
  metadata: { usage: 'x' },
};
const BUCKETS = { input: 6, cached_input: 20, cache_write: 4, output: 7, reasoning: 5 };
const EVENTS = [
  event('response.created', { response: { ...response, output: [], usage: null } }),
  event('response.output_item.added', { output_index: 0, item: { type: 'message' } }),
  event('response.output_text.delta', { output_index: 0, delta: 'Hé ' }),
  ': keep-alive\n\n',
  event('response.output_text.delta', { output_index: 0, delta: 'you' }),
  event('response.output_item.done', { output_index: 0, item: response.output[0] }),
  event('response.completed', { response }),
];

/** What goes on of a stream, and what is known of it. */
function through(pieces: readonly Buffer[]) {
  const stream = new ResponsesStream();
  const out = pieces.map((piece) => stream.push(piece) ?? Buffer.alloc(0));
  out.push(stream.end() ?? Buffer.alloc(0));
  return { text: Buffer.concat(out).toString(), stream };
}

const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const sorted = [0, ...[...places].sort((one, other) => one - other), bytes.length];
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
};

describe('a stream of a response', () => {
  it('passes unchanged, is counted, and is over with its last event, however it is cut', () => {
    const bytes = Buffer.from(EVENTS.join(''));
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 20 }), (places) => {
        const { text, stream } = through(cut(bytes, places));
        expect(text).toBe(bytes.toString());
        expect(stream).toMatchObject({
          ...{ done: true, finished: true, failed: false, characters: 6, model: 'gpt-5-2026' },
          usage: BUCKETS,
        });
      }),
    );
  });

  it('has progress with what it brings alone', () => {
    const stream = new ResponsesStream();
    const progress = EVENTS.map((one) => {
      stream.push(Buffer.from(one));
      return stream.progress;
    });
    expect(progress).toEqual([0, 0, 1, 1, 2, 3, 3]);
  });

  it.each([
    ['an event that is an error', event('error', { code: 'server_error', message: 'no' })],
    [
      'a response that failed',
      event('response.failed', { response: { ...response, error: { code: 'x', message: 'no' } } }),
    ],
  ])('ends at %s, of which nothing is passed on', (_, failure) => {
    const { text, stream } = through([
      Buffer.from(EVENTS.slice(0, 3).join('') + failure + EVENTS[4]!),
    ]);
    expect(text).toBe(EVENTS.slice(0, 3).join(''));
    expect(stream).toMatchObject({ failed: true, finished: false });
    expect(stream.errorFrame?.toString()).toContain('"no"');
  });

  it('is not finished where it breaks off, and leaves out the end that other APIs have', () => {
    expect(through([Buffer.from(EVENTS.slice(0, 5).join(''))]).stream.finished).toBe(false);
    const { text, stream } = through([Buffer.from(`${EVENTS[0]!}data: [DONE]\n\n`)]);
    expect(text).toBe(EVENTS[0]);
    expect(stream).toMatchObject({ finished: false, failed: false });
  });

  it('takes any bytes in any event, passing on no half of one', () => {
    const junk = fc.uint8Array({ maxLength: 60 }).map((bytes) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/[\r\n]/g, '?'),
    );
    fc.assert(
      fc.property(fc.nat({ max: EVENTS.length }), junk, (at, bytes) => {
        const bad = `data: {!${bytes}\n\n`;
        const events = [...EVENTS.slice(0, at), bad, ...EVENTS.slice(at)];
        const { text, stream } = through([Buffer.from(events.join(''), 'utf8')]);
        const whole = at === EVENTS.length;
        expect(stream.failed).toBe(!whole);
        expect(text).toBe(EVENTS.slice(0, at).join(''));
      }),
    );
  });
});

describe('a response that is no stream', () => {
  const bytes = Buffer.from(JSON.stringify(response));

  it('is counted from all of it, its end or its beginning, by no member but its own', () => {
    expect(readUsage(bytes)).toEqual({ ...BUCKETS, audio_input: 0, audio_output: 0 });
    expect(readUsage(bytes.subarray(100))).toMatchObject(BUCKETS);
    const late = Buffer.from(JSON.stringify({ ...response, usage: undefined }));
    expect(readUsage(late)).toBeUndefined();
    expect(readUsage(late.subarray(100))).toBeUndefined();
    const { usage: counted, ...others } = response;
    const early = Buffer.from(JSON.stringify({ usage: counted, ...others }));
    expect(readUsage(early.subarray(0, early.length - 20))).toMatchObject(BUCKETS);
    expect(responseCharacters(bytes)).toBe(6);
  });

  it('is one where it has an output and no error', () => {
    const read = (answer: object) => {
      const document = new ResponseDocument();
      document.push(Buffer.from(JSON.stringify(answer)));
      return document;
    };
    expect(read(response)).toMatchObject({ isWhole: true, isAnswer: true, problem: undefined });
    expect(read({ ...response, error: { message: 'no' } }).problem).toContain('error');
    expect(read({ id: 'x' }).problem).toContain('output');
  });
});

describe('pictures that a tool of a response made', () => {
  const told = (used: object) => ({
    ...{ image_gen: { ...used, total_tokens: 1 }, web_search: { num_requests: 2 } },
  });
  const tool_usage = told({ input_tokens: 100, output_tokens: 4160 });
  const counted = { ...BUCKETS, input: 106, output: 4167 };

  it('are counted in a document, wherever it says what they took', () => {
    for (const one of [
      { ...response, tool_usage },
      { tool_usage, ...response },
    ])
      expect(readUsage(Buffer.from(JSON.stringify(one)))).toMatchObject(counted);
    const wrong = { ...response, tool_usage: told({ input_tokens: -1, output_tokens: 'many' }) };
    expect(readUsage(Buffer.from(JSON.stringify(wrong)))).toMatchObject(BUCKETS);
  });

  it('are counted in a stream, once', () => {
    const before = { response: { ...response, output: [], usage: null, tool_usage } };
    const stream = new ResponsesStream();
    stream.push(Buffer.from(event('response.created', before)));
    expect(stream.usage).toBeUndefined();
    const last = { response: { ...response, tool_usage } };
    stream.push(Buffer.from(event('response.completed', last)));
    expect(stream.usage).toMatchObject(counted);
  });
});
