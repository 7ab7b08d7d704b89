import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatStream } from './chat-stream.ts';

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const USAGE_ALONE = `data: ${JSON.stringify({ id: 'c', choices: [], usage: USAGE })}\n\n`;
const USAGES_ALONE = [{ choices: [] }, { choices: null }, {}].map(
  (more) => `data: ${JSON.stringify({ id: 'c', ...more, usage: USAGE })}\n\n`,
);
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const DONE = 'data: [DONE]\n\n';

/** What comes out of a stream that comes in these pieces. */
function relay(pieces: readonly Buffer[], stripUsage: boolean) {
  const stream = new ChatStream({ stripUsage });
  const out = pieces.map((piece) => stream.push(piece) ?? Buffer.alloc(0));
  out.push(stream.end() ?? Buffer.alloc(0));
  return { stream, text: Buffer.concat(out).toString() };
}

/** A text cut at some places. */
function cut(text: string, places: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
  at.sort((a, b) => a - b);
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

/** What a client gets of chunks that say that their usage is null, where it did not ask for any. */
const withoutNulls = (text: string): string => text.replaceAll(',"usage":null', '');

/** Nothing is read behind [DONE]: not even the LF of a CR that ends it, where that comes later. */
const ended = (text: string): string => text.replace(/\r\n$/, '\r');

const event = fc.oneof(
  fc.string({ unit: 'binary' }).map((content) => chunk({ content }, { usage: null })),
  fc.constantFrom(
    chunk({ role: 'assistant', content: '' }),
    chunk({ tool_calls: [{ index: 0, id: 'x', function: { arguments: '{"choices":[]}' } }] }),
    chunk({ content: '"choices":[],"usage":{"prompt_tokens":1}' }),
    ': ping\n\n',
    'event: message\nid: 7\ndata: {"choices":[{"delta":{"content":"x"}}]}\n\n',
    'data: {"choices":[],"prompt_filter_results":[]}\n\n',
  ),
);
/** Events that bring one character, or none. */
const KINDS = [
  chunk({ content: 'x' }),
  ': ping\n\n',
  ': ping\n',
  'event: y\nid: 7\n' + chunk({ content: 'x' }),
];
const places = fc.array(fc.nat(), { maxLength: 30 });

describe('a chat stream', () => {
  it('passes every byte, however it is cut, where nothing is to be taken out', () => {
    fc.assert(
      fc.property(fc.array(event), places, fc.boolean(), (events, cuts, stripUsage) => {
        const text = [...events, FINISH, DONE].join('');
        const expected = stripUsage ? withoutNulls(text) : text;
        expect(relay(cut(text, cuts), stripUsage).text).toBe(expected);
      }),
    );
  });

  it.each([
    ['{"id":"c","choices":[{"delta":{}}],"usage":null}', '{"id":"c","choices":[{"delta":{}}]}'],
    ['{"usage" : null , "choices":[{"delta":{}}]}', '{ "choices":[{"delta":{}}]}'],
    ['{"a":1 , "usage":null ,"choices":[{"delta":{}}]}', '{"a":1  ,"choices":[{"delta":{}}]}'],
    ['{"us\\u0061ge":null,"choices":[{"delta":{}}]}', '{"choices":[{"delta":{}}]}'],
    ['{"usage":null}', '{}'],
    ...[
      '{"choices":[{"delta":{"usage":null}}]}',
      '{"x":{"usage":null},"choices":[{"delta":{}}]}',
      '{"choices":[{"delta":{"content":"\\"usage\\":null"}}]}',
      '{"choices":[{"delta":{}}],"usage":{"prompt_tokens":1}}',
      '{"choices":[{"delta":{}}],"usage":"null"}',
    ].map((same) => [same, same]),
  ])('takes the usage that is null out of %s', (data, expected) => {
    const other = 'data: {"choices":[{"delta":{}}]}\n\n';
    for (const before of ['', other, ': ping\n\n', 'event: x\n', 'id: 7\r\n']) {
      const text = `${before}data: ${data}\n\n${other}`;
      const out = `${before}data: ${expected}\n\n${other}`;
      for (let at = 0; at < text.length; at += 1) {
        expect(relay(cut(text, [at]), true).text).toBe(out);
        expect(relay(cut(text, [at]), false).text).toBe(text);
      }
    }
    expect(relay([Buffer.from(`data: ${data}`)], true).text).toBe(`data: ${expected}\n\n`);
  });

  it('takes the usage out, and nothing else, however it is cut', () => {
    const ends = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        fc.array(event),
        fc.tuple(fc.constantFrom(...USAGES_ALONE), fc.array(event)),
        places,
        ends,
        (before, [usageAlone, after], cuts, newline) => {
          const lines = (events: readonly string[]) => events.join('').replaceAll('\n', newline);
          const text = lines([...before, usageAlone, ...after, DONE]);
          const { text: out } = relay(cut(text, cuts), true);
          expect(ended(out)).toBe(ended(withoutNulls(lines([...before, ...after, DONE]))));
          expect(ended(relay(cut(text, cuts), false).text)).toBe(ended(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('knows its usage and its end, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(event), places, fc.boolean(), (events, cuts, stripUsage) => {
        const text = [...events, FINISH, USAGE_ALONE, DONE].join('');
        const { stream } = relay(cut(text, cuts), stripUsage);
        expect(stream.usage).toMatchObject({ input: 3, output: 2 });
        expect(stream.finished).toBe(true);
        expect(stream.failed).toBe(false);
      }),
    );
  });

  it('counts the text of its deltas, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), places, (contents, cuts) => {
        const text = contents.map((content) => chunk({ role: 'assistant', content })).join('');
        const { stream } = relay(cut(text, cuts), true);
        const written = contents.map((content) => JSON.stringify(content).slice(1, -1)).join('');
        const escapes = written.match(/\\(u[0-9a-f]{4}|.)/g) ?? [];
        const rest = written.replaceAll(/\\(u[0-9a-f]{4}|.)/g, '');
        expect(stream.characters).toBe(Array.from(rest).length + escapes.length);
      }),
    );
  });

  it('counts reasoning and arguments, and not roles, ids and types', () => {
    const call = { index: 0, id: 'call_123456', type: 'function', function: { arguments: 'abcd' } };
    const deltas = [{ role: 'assistant', reasoning_content: 'abc' }, { tool_calls: [call] }];
    const { stream } = relay([Buffer.from(deltas.map((delta) => chunk(delta)).join(''))], true);
    expect(stream.characters).toBe(7);
  });

  it('goes on with sounds and pictures, which are no text', () => {
    const events = [{ audio: { data: 'QUFB' } }, { images: [{ url: 'data:,' }] }, { audio: {} }];
    const { stream } = relay([Buffer.from(events.map((delta) => chunk(delta)).join(''))], true);
    expect([stream.characters, stream.progress]).toEqual([0, 2]);
  });

  it.each<[string, string, boolean]>([
    ['content alone', chunk({ content: 'x' }), false],
    ['an empty reason to finish', FINISH.replace('stop', ''), false],
    ['a reason to finish, and nothing else', FINISH, true],
    ['a reason to finish long ago', FINISH + chunk({}).repeat(9), true],
    ['a reason of one of two choices', FINISH + chunk({}).replace('"index":0', '"index":1'), false],
    ['content and [DONE]', chunk({ content: 'x' }) + DONE, true],
    ['[DONE] alone', DONE, false],
    ['a role and [DONE]', chunk({ role: 'assistant', content: '' }) + DONE, false],
  ])('with %s: is it finished?', (_what, text, isFinished) => {
    expect(relay([Buffer.from(text)], true).stream.finished).toBe(isFinished);
  });

  it('that holds an error failed', () => {
    const error = 'data: {"error":{"message":"overloaded"}}\n\n';
    expect(relay([Buffer.from(chunk({ content: 'x' }) + error)], true).stream.failed).toBe(true);
    const talk = chunk({ content: '{"error":{}}' });
    expect(relay([Buffer.from(talk)], true).stream.failed).toBe(false);
  });

  it.each([
    ['an error', 'data: {"error":{"message":"overloaded"}}\n\n'],
    ['an error behind other members', 'data: {"meta": {}, "choices": [], "error": {}}\n\n'],
    ['an error by its name', 'event: error\ndata: bad\n\n'],
    ['an error by its kind', 'data: {"object":"error","message":"bad"}\n\n'],
    ['an error in disguise', 'data: {"\\u0065rror":{}}\n\n'],
    ['a choice that failed', FINISH.replace('stop', 'error')],
    ['a choice with an error', 'data: {"choices":[{"error":{"code":5}}]}\n\n'],
    ['what is no JSON', 'data: <<garbage>>\n\n'],
    ['JSON that is cut', 'data: {"choices":[{"delta":{"content":"lost\n\n'],
    ['JSON that is no object', 'data: ["x"]\n\n'],
    ['nothing', 'data:\n\n'],
    ['an error behind a byte order mark', '\ufeffdata: {"error":{"message":"overloaded"}}\n\n'],
  ])('ends before an event that holds %s, however it is cut', (_what, bad) => {
    fc.assert(
      fc.property(places, (cuts) => {
        const good = chunk({ content: 'x' });
        const { stream, text } = relay(cut(good + bad + good + DONE, cuts), true);
        expect(text).toBe(good);
        expect(stream.failed).toBe(true);
        expect(stream.finished).toBe(false);
      }),
    );
  });

  it('makes progress with content alone', () => {
    const stream = new ChatStream({ stripUsage: true });
    const quiet = [': ping\n\n', chunk({ role: 'assistant', content: '' }), 'data: {"choi'];
    for (const text of quiet) stream.push(Buffer.from(text));
    expect(stream.progress).toBe(0);
    stream.push(Buffer.from('ces":[{"delta":{"content":"x"}}]}\n\n'));
    expect(stream.progress).toBe(1);
  });

  it('passes a large event on when it is whole, unchanged', () => {
    const long = chunk({ audio: 'x'.repeat(600_000) });
    const text = [chunk({ content: 'a' }), long, chunk({ content: 'b' }), DONE].join('');
    const places = Array.from({ length: 20 }, (_, index) => index * 33_333);
    const { stream, text: out } = relay(cut(text, places), true);
    expect(out).toBe(text);
    expect(stream.characters).toBe(600_002);
  });

  it('passes whole events alone', () => {
    const stream = new ChatStream({ stripUsage: true });
    expect(stream.push(Buffer.from('data: {"choi'))).toBeUndefined();
    expect(stream.push(Buffer.from('ces":[{}]}\n'))).toBeUndefined();
    expect(stream.push(Buffer.from('\n'))?.toString()).toBe('data: {"choices":[{}]}\n\n');
    expect(stream.push(Buffer.from('data: {'))).toBeUndefined();
    expect(stream.heldBytes).toBe(7);
  });

  it.each(['\n', '\r', '\r\n'])(
    'ends its last event where only line ends are missing (%j)',
    (newline) => {
      for (const missing of [0, 1]) {
        const text = chunk({ content: 'x' }) + FINISH.trimEnd() + '\n'.repeat(missing);
        const { text: out } = relay([Buffer.from(text.replaceAll('\n', newline))], true);
        const lines = out.split(/\r\n|\r|\n/);
        expect(lines).toEqual([chunk({ content: 'x' }).trim(), '', FINISH.trim(), '', '']);
      }
    },
  );

  it('reads lines that end in every way, and data over several lines, however they are cut', () => {
    const split = chunk({ content: 'x' }).replaceAll('"choices"', '\ndata: "choices"');
    const newline = fc.constantFrom('\n', '\r', '\r\n');
    const texts = fc
      .tuple(fc.array(fc.constantFrom(split, ...KINDS)), fc.array(newline))
      .map(([events, newlines]) => {
        let at = 0;
        let last = '';
        const next = () => (last = newlines[at++ % newlines.length] ?? '\n');
        const text = [...events, FINISH, USAGE_ALONE, DONE].join('');
        return {
          text: text.replaceAll(/\n\n?/g, (found) => {
            const first = next();
            if (found.length === 1) return first;
            return first + (first === '\r' && next() === '\n' ? '\r' : last);
          }),
          count: events.filter((one) => one.includes('"x"')).length,
        };
      });
    fc.assert(
      fc.property(texts, places, ({ text, count }, cuts) => {
        const { stream, text: out } = relay(cut(text, cuts), false);
        expect(ended(out)).toBe(ended(text));
        expect([stream.characters, stream.failed, stream.finished]).toEqual([count, false, true]);
        expect(stream.usage).toMatchObject({ input: 3 });
      }),
      { numRuns: 500 },
    );
  });

  it('passes nothing behind [DONE]', () => {
    const text = chunk({ content: 'x' }) + DONE;
    const { stream, text: out } = relay([Buffer.from(text + DONE + chunk({ content: 'y' }))], true);
    expect([out, stream.done, stream.finished]).toEqual([text, true, true]);
  });

  it.each<[string, string]>([
    ['a comment', ': '],
    ['a field that nobody knows', 'x'],
    ['a name', 'event: '],
  ])('does not wait for the end of %s beyond 64 KiB', (_what, begin) => {
    const stream = new ChatStream({ stripUsage: true });
    stream.push(Buffer.from(begin));
    stream.push(Buffer.alloc(60_000, 'x'));
    expect(stream.failed).toBe(false);
    stream.push(Buffer.alloc(10_000, 'x'));
    expect(stream.problem).toContain('64 KiB');
  });

  it('does not wait for the end of an event beyond 16 MiB', () => {
    const stream = new ChatStream({ stripUsage: true });
    stream.push(Buffer.from('data: "'));
    const piece = Buffer.alloc(65_536, 'x');
    let pieces = 0;
    while (!stream.failed && pieces < 300) {
      stream.push(piece);
      pieces += 1;
    }
    expect(pieces).toBeLessThanOrEqual(256);
  });
});
