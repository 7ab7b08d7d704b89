import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatStream } from './chat-stream.ts';

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const USAGE_ALONE = `data: ${JSON.stringify({ id: 'c', choices: [], usage: USAGE })}\n\n`;
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
const places = fc.array(fc.nat(), { maxLength: 30 });

describe('a chat stream', () => {
  it('passes every byte, however it is cut, where nothing is to be taken out', () => {
    fc.assert(
      fc.property(fc.array(event), places, fc.boolean(), (events, cuts, stripUsage) => {
        const text = [...events, FINISH, DONE].join('');
        expect(relay(cut(text, cuts), stripUsage).text).toBe(text);
      }),
    );
  });

  it('takes the usage out, and nothing else, however it is cut', () => {
    const ends = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        fc.array(event),
        fc.array(event),
        places,
        ends,
        (before, after, cuts, newline) => {
          const lines = (events: readonly string[]) => events.join('').replaceAll('\n', newline);
          const text = lines([...before, USAGE_ALONE, ...after, DONE]);
          const { text: out } = relay(cut(text, cuts), true);
          expect(out).toBe(lines([...before, ...after, DONE]));
          expect(relay(cut(text, cuts), false).text).toBe(text);
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

  it('that has neither a reason to finish nor [DONE] is not finished', () => {
    expect(relay([Buffer.from(chunk({ content: 'x' }))], true).stream.finished).toBe(false);
    expect(relay([Buffer.from(FINISH)], true).stream.finished).toBe(true);
    expect(relay([Buffer.from(DONE)], true).stream.finished).toBe(true);
  });

  it('that holds an error failed', () => {
    const error = 'data: {"error":{"message":"overloaded"}}\n\n';
    expect(relay([Buffer.from(chunk({ content: 'x' }) + error)], true).stream.failed).toBe(true);
    const talk = chunk({ content: '{"error":{}}' });
    expect(relay([Buffer.from(talk)], true).stream.failed).toBe(false);
  });

  it.each([
    ['an error', 'data: {"error":{"message":"overloaded"}}\n\n'],
    ['an error behind other members', 'data: {"type": "error", "code": 5, "error": {}}\n\n'],
    ['what is no JSON', 'data: <<garbage>>\n\n'],
    ['JSON that is cut', 'data: {"choices":[{"delta":{"content":"lost\n\n'],
    ['JSON that is no object', 'data: ["x"]\n\n'],
    ['nothing', 'data:\n\n'],
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
    stream.push(Buffer.from('ces":[{"delta":{"content":"x"}}]}\n'));
    expect(stream.progress).toBe(1);
  });

  it('passes a line on that grows too long to wait for, whole and unchanged', () => {
    const long = chunk({ audio: 'x'.repeat(600_000) });
    const text = [chunk({ content: 'a' }), long, chunk({ content: 'b' }), USAGE_ALONE, DONE].join(
      '',
    );
    const pieces = cut(
      text,
      Array.from({ length: 20 }, (_, index) => index * 33_333),
    );
    const stream = new ChatStream({ stripUsage: true });
    const sizes = pieces.map((piece) => stream.push(piece)?.length ?? 0);
    expect(Math.max(...sizes)).toBeGreaterThan(200_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(text.length - USAGE_ALONE.length);
    expect(stream.usage).toMatchObject({ input: 3 });
    expect(stream.characters).toBe(2);
  });

  it('says how to end the event in whose midst it broke', () => {
    const stream = new ChatStream({ stripUsage: true });
    expect(stream.push(Buffer.from('data: {"choi'))).toBeUndefined();
    expect(stream.endOfEvent).toBe('');
    stream.push(Buffer.from('ces":[{}]}\n'));
    expect(stream.endOfEvent).toBe('\n');
    stream.push(Buffer.from('\n'));
    expect(stream.endOfEvent).toBe('');
  });
});
