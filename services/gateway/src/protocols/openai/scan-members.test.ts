import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEEPEST, isRefused, READ_MEMBERS, scanMembers } from './scan-members.ts';

const scan = (text: string) => scanMembers(Buffer.from(text));

/** JSON text of a value with white space strewn in, as other programs write it. */
const spaced = (value: unknown, space: string): string => JSON.stringify(value, null, space);

describe('scanMembers', () => {
  it('finds what JSON.parse finds, wherever it stands', () => {
    const member = fc.oneof(fc.constantFrom(...READ_MEMBERS), fc.string());
    const notDisguised = (name: string) => name === 'model' || name.toLowerCase() !== 'model';
    fc.assert(
      fc.property(
        fc.dictionary(member.filter(notDisguised), fc.jsonValue({ maxDepth: 4 })),
        fc.constantFrom('', ' ', '\t', '  '),
        fc.constantFrom('', ' \r\n\t'),
        (object, indent, around) => {
          const text = around + spaced(object, indent) + around;
          const parsed = JSON.parse(text) as Record<string, unknown>;
          const spans = scan(text);
          expect(isRefused(spans)).toBe(false);
          if (isRefused(spans)) return;
          const bytes = Buffer.from(text);
          for (const name of READ_MEMBERS) {
            const span = spans[name];
            expect(span !== undefined).toBe(Object.hasOwn(parsed, name));
            if (!span) continue;
            const value: unknown = JSON.parse(bytes.toString('utf8', span.start, span.end));
            expect(value).toEqual(parsed[name]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('steps over strings of any length, with quotes and backslashes at any place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"', '\\', 'x', 'é', '\n', 'long '.repeat(30)), { maxLength: 60 }),
        (pieces) => {
          const text = JSON.stringify({ a: pieces.join(''), b: [pieces], model: 'm' });
          const spans = scan(text);
          if (isRefused(spans)) throw new Error(spans.problem);
          const { start = 0, end = 0 } = spans.model ?? {};
          expect(Buffer.from(text).toString('utf8', start, end)).toBe('"m"');
        },
      ),
    );
  });

  it.each(READ_MEMBERS)('tells of %s written twice', (name) => {
    expect(scan(`{"${name}":1,"x":{"${name}":2},"${name}":3}`)).toMatchObject({ member: name });
  });

  it.each(READ_MEMBERS)('tells of %s written with an escape, even alone', (name) => {
    const code = name.charCodeAt(0).toString(16).padStart(4, '0');
    expect(scan(`{"\\u${code}${name.slice(1)}":1}`)).toMatchObject({
      member: name,
      problem: 'must be written without escapes',
    });
  });

  it.each(['Model', 'MODEL', '\\u004dodel'])(
    'tells of %s, which some readers take for model',
    (name) => {
      expect(scan(`{"model":"a","${name}":"b"}`)).toMatchObject({ member: 'model' });
    },
  );

  it('lets escapes in other names be', () => {
    expect(scan('{"m\\u00f6del":1,"model":2}')).toEqual({ model: { start: 24, end: 25 } });
  });

  it('tells of any member that is nested deeper than readers bear', () => {
    const nested = (levels: number) => `{"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(scan(nested(DEEPEST))).toEqual({});
    expect(scan(nested(DEEPEST + 1))).toMatchObject({ member: 'x' });
    expect(scan(nested(100_000))).toMatchObject({ member: 'x' });
  });

  it('looks at the top level alone', () => {
    expect(scan('{"messages":[{"model":1},{"model":2}],"x":{"user":1}}')).toEqual({
      messages: { start: 12, end: 37 },
    });
  });
});
