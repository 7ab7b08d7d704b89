import { describe, expect, it } from 'vitest';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';
import { atOnce } from '../../guardrails/output/slices.ts';
import { GuardedStream } from './guarded-stream.ts';

const guardOf = (options: { refused?: string[]; blocked?: string[] } = {}): TestGuard =>
  new TestGuard({ detectors: testDetectors(options.blocked), refused: options.refused ?? [] });

/** What becomes of each event, and of the end. */
function through(events: readonly string[], guard = guardOf()): string[] {
  const stream = new GuardedStream(guard);
  const out = events.map((event) => atOnce(stream.push(Buffer.from(event))).toString());
  return [...out, atOnce(stream.end()).toString()];
}

const chunk = (delta: string, reason = 'null', choice = 0): string =>
  `data: {"id":"c","choices":[{"index":${choice},"delta":${delta},"finish_reason":${reason}}],"n":1}\n\n`;
const says = (content: string, reason?: string): string =>
  chunk(`{"content":${JSON.stringify(content)}}`, reason);
const DONE = 'data: [DONE]\n\n';
const STOP = chunk('{}', '"stop"');

describe('a guarded stream', () => {
  it('leaves chunks without text and comments as they came', () => {
    const events = [': comment\n\n', chunk('{"role":"assistant","content":""}'), DONE];
    expect(through(events)).toEqual([...events, '']);
  });

  it('is looked at in slices where one event holds a long text', () => {
    const stream = new GuardedStream(guardOf());
    const text = 'a word '.repeat((10 * SLICE_UNITS) / 7);
    expect([...stream.push(Buffer.from(says('short')))]).toHaveLength(1);
    expect([...stream.push(Buffer.from(says(text)))].length).toBeGreaterThanOrEqual(10);
  });

  it('passes on no other lines than data and comments', () => {
    const json = '{"choices":[]}';
    const events = [
      ...['id: ann\n\n', `event: ann\r\ndata: ${json}\r\nretry: ann\r\n\r\n`],
      ...[`: fine\ndata: ${json}\rann\r\r`, `\uFEFFdata: ${json}\n\n`, 'data: [DONE] ann\n\n'],
    ];
    expect(through(events).join('')).toBe(
      `\n\ndata: ${json}\r\n\r\n: fine\ndata: ${json}\r\r\uFEFFdata: ${json}\n\n${DONE}`.slice(1),
    );
  });

  it('leaves one of the members that stand there twice, which is looked at by itself', () => {
    const twice = [
      chunk('{"content":"no","content":"ann@exam"}'),
      `data: {"choices":[],"choices":[{"delta":{"content":"x","content":"y"},"delta":{"content":"ple.org"}}]}\n\n`,
    ];
    const out = through([...twice, STOP, DONE]);
    expect(out[0]).toBe(chunk('{"content":null,"content":""}'));
    expect(out[1]).toBe(
      'data: {"choices":null,"choices":[{"delta":null,"delta":{"content":""}}]}\n\n',
    );
    expect(out.join('')).toContain('"content":"<EMAIL_ADDRESS_1>"');
  });

  it('tells choices apart by the last of the numbers that one says', () => {
    const of = (index: string, content: string): string =>
      `data: {"choices":[{${index},"delta":{"content":"${content}"}}]}\n\n`;
    const out = through([of('"index":1', 'ann@exam'), of('"index":0,"index":1', 'ple.org')]);
    expect(out.join('')).toContain('<EMAIL_ADDRESS_1>');
    expect(out.join('')).not.toMatch(/ann@|ple\.org/);
  });

  it.each(['-1', '1.5', '"1"', '1e0', '70000', '4111111111111111'])(
    'says that nobody knows which choice %s is',
    (index) => {
      const guard = guardOf();
      through([`data: {"choices":[{"index":${index},"delta":{"content":"x"}}]}\n\n`], guard);
      expect(guard.unseen).toContain('unknown_field');
    },
  );

  it('says that a number was not looked at that is as long as that of a card', () => {
    for (const members of ['"usage":{"a":4111111111111111}', '"novel":[4111111111111111]']) {
      const guard = guardOf();
      through([`data: {"choices":[],${members}}\n\n`], guard);
      expect(guard.unseen).toEqual(['unknown_field']);
    }
  });

  it('takes a name as it comes first, and nothing of it that comes later', () => {
    const call = (name: string): string =>
      chunk(`{"tool_calls":[{"index":0,"function":{"name":"${name}"}}]}`);
    const guard = guardOf();
    const out = through([call('ann@exam'), call('ple.org'), call('ann@exam'), DONE], guard);
    expect(out.slice(0, 3)).toEqual([call('ann@exam'), call(''), call('ann@exam')]);
    expect(guard.unseen).toEqual(['split_name']);
    const strict = guardOf({ refused: ['split_name'] });
    expect(through([call('a'), call('b'), DONE], strict).join('')).not.toContain('[DONE]');
  });

  it('looks across the strings of citations that come one after the other', () => {
    const cited = (title: string): string =>
      chunk(`{"annotations":[{"type":"url_citation","url_citation":{"title":"${title}"}}]}`);
    const guard = guardOf();
    const titles = ['ann@exam', 'ple.org', '(a page)', 'bo@example.org', '(a page of some length)'];
    const events = [...titles, '(a page of some length)'].map(cited);
    const out = through([...events, DONE], guard).slice(0, 6);
    expect(out[1]).toBe(cited(''));
    expect(out[3]).toContain('"title":"<EMAIL_ADDRESS_');
    expect([out[2], out[4], out[5]]).toEqual([events[2], events[4], events[5]]);
    expect(guard.unseen).toEqual(['split_text']);
  });

  it('keeps all of a chunk but its text', () => {
    const event = ': x\r\ndata: {"id" : 1e400, "choices":[{"delta":{"content":"2024"}}]}\r\n\r\n';
    const [out] = through([event]);
    expect(out).toBe(event.replace('"2024"', '""'));
  });

  it('brings what it held back of a choice in a chunk before the one that ends it', () => {
    const [first, second, third] = through([says('jo@example.org'), STOP, DONE]);
    expect(first).toBe(says(''));
    expect(second).toBe('');
    const rest =
      'data: {"id":"c","choices":[{"index":0,"delta":{"content":"<EMAIL_ADDRESS_1>"},"finish_reason":null}]}\n\n';
    expect(third).toBe(rest + STOP + DONE);
  });

  it('brings what it held back of arguments for their call', () => {
    const call = (text: string): string =>
      chunk(`{"tool_calls":[{"index":1,"function":{"arguments":${JSON.stringify(text)}}}]}`);
    const out = through([call('{"year":20'), call('24'), call('}'), STOP, DONE]).join('');
    const said = [...out.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    expect(said.join('')).toBe('{"year":"<FOUR_1>"}');
  });

  it('looks at a text as one where every chunk says that its choice is over', () => {
    const out = through([says('jo@exam', '"stop"'), says('ple.org', '"stop"'), DONE]).join('');
    expect(out).toContain('"content":"<EMAIL_ADDRESS_1>"');
  });

  it('says that a text goes on after its end, and stops where that may not be', () => {
    const late = [says('a', '"stop"'), chunk('{}', '"stop"', 1), says('b'), DONE];
    const guard = guardOf();
    expect(through(late, guard).at(-2)).toContain(DONE);
    expect(guard.unseen).toEqual(['text_after_end']);
    const strict = guardOf({ refused: ['text_after_end'] });
    expect(through(late, strict).join('')).not.toContain('[DONE]');
  });

  it('lets go on what stands before what stops it, and nothing after', () => {
    const guard = guardOf({ blocked: ['forbidden'] });
    const out = through(
      [says('fine, '), says('then forbid'), says('den words'), STOP, DONE],
      guard,
    );
    const said = [...out.join('').matchAll(/"content":"([^"]*)"/g)]
      .map(([, text]) => text)
      .join('');
    expect(said).toBe('fine, then ');
    expect(out.slice(3)).toEqual(['', '', '']);
  });

  it('writes data in several lines as one', () => {
    const [out] = through(['data: {"choices":[{"delta":\ndata: {"content":"2024"}}]}\n\n']);
    expect(out).toBe('data: {"choices":[{"delta": {"content":""}}]}\n\n');
  });
});
