import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentTypeOf, disposition, headersOf } from './part-headers.ts';

describe('headers of a part', () => {
  it('are cut at their first colon and trimmed, whatever stands in them', () => {
    const blank = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 20 });
    const word = fc.string({ unit: fc.constantFrom('a', ' ', ':', '"', ';'), maxLength: 30 });
    fc.assert(
      fc.property(blank, word, blank, (before, value, after) => {
        const inner = value.replace(/^ +/, '').trimEnd();
        const headers = headersOf(`X-One:${before}${inner}${after}`);
        expect([...headers]).toEqual([['x-one', inner]]);
      }),
    );
  });

  it('take what their length takes: a line with half a million blanks in it is read', () => {
    // An expression that begins anew at each blank would take days for it.
    const value = `x${' '.repeat(500_000)}y`;
    expect(headersOf(`a:${value}`).get('a')).toBe(value);
    expect(headersOf(`a:${' '.repeat(500_000)}`).get('a')).toBe('');
  });

  it('are sixteen at most', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, at) => `x-${at}: 1`).join('\r\n');
    expect(headersOf(some(16)).size).toBe(16);
    expect(() => headersOf(some(17))).toThrow('more than 16 headers');
  });

  it.each([
    ['form-data; name="a"; name*=utf-8\'\'b', 'more than its name'],
    ['form-data; name="a"; x=1', 'more than its name'],
    ['form-data; name="a"; name="b"', 'has no name'],
    ['form-data; name="a"; NAME=b', 'has no name'],
    ["form-data; name*=utf-8''b", 'has no name'],
    ['form-data; name="a\\\\"', 'holds a backslash'],
    ['form-data; name="a"; filename="b\\c"', 'holds a backslash'],
    ['form-data; name="a"; filename*=utf-8\'\'b%5c', 'holds a backslash'],
    ['form-data; name="a"; filename*=utf-8\'\'b%00', 'holds a backslash'],
  ])('say a name that no reader takes for another: %s is refused', (text, words) => {
    expect(() => disposition(text)).toThrow(words);
  });

  it('give the name that quotes are written in as curl and as browsers do', () => {
    const expected = { name: 'a"b', filename: 'c"d' };
    expect(disposition('form-data; name="a\\"b"; filename="c\\"d"')).toEqual(expected);
    expect(disposition('form-data; name="a%22b"; filename="c%22d"')).toEqual(expected);
  });

  it.each([
    ['audio/webm;codecs=opus', true],
    ['audio/mp4; codecs="mp4a.40.2"', true],
    ['image/svg+xml', true],
    ['multipart/mixed; boundary=x', false],
    ['Multipart/Mixed', false],
    ['text', false],
    ['text/plain; charset="a\\"', false],
    ['text/plain, audio/mpeg', false],
  ])('have a type that all readers read alike: %s', (text, isRead) => {
    if (isRead) expect(contentTypeOf(text)).toBe(text);
    else expect(() => contentTypeOf(text)).toThrow('cannot be read');
  });
});
