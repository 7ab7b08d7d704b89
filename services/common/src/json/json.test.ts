import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonProblem, JsonScanner, type JsonLimits } from './json-scanner.ts';
import { parseJson } from './parse-json.ts';
import { isUnambiguous } from './unambiguous.ts';

const ANY: JsonLimits = { depth: 1000, elements: 1e9 };

const problemOf = (text: string, limits: JsonLimits = ANY) =>
  jsonProblem(Buffer.from(text), limits);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

const elementsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + 1 + elementsOf(inner), 0)
    : 0;

const PIECES = '[ ] { } , : " \\ u 0 1 E e . + - / t r f a l s n'.split(' ').concat(' ', '\n');

/** Text that is JSON, or nearly. */
const nearlyJson = fc.oneof(
  fc.json(),
  fc.string({ unit: fc.constantFrom(...PIECES, '\t', 'é', '😀') }),
  fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom(...PIECES, '\u0001'))
    .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice(at % text.length)),
  fc.tuple(fc.json(), fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
);

describe('jsonProblem', () => {
  it('takes what JSON.parse takes, and nothing else', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect(problemOf(text)).toBe(isJson(text) ? undefined : 'malformed');
      }),
      { numRuns: 3000 },
    );
  });

  it.each(
    '-0 0.0 01 1. .5 -.5 1e 1E+05 1e+ -1.5e-10 - + tru nulls {} {,} [,] [1,] {"a":1,} {"a"} "\\x" "\\u12g4" "\\u12F4" "\\'.split(
      ' ',
    ),
  )('judges %s as JSON.parse does', (text) => {
    expect(problemOf(text) === undefined).toBe(isJson(text));
  });

  it('knows levels and elements as they are', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.constantFrom('', ' ', '\t\n'),
        (value, space) => {
          const text = JSON.stringify(value, null, space);
          const exact = { depth: depthOf(value), elements: elementsOf(value) };
          expect(problemOf(text, exact)).toBeUndefined();
          if (exact.depth > 0) {
            expect(problemOf(text, { ...exact, depth: exact.depth - 1 })).toBe('deep');
          }
          if (exact.elements > 0) {
            expect(problemOf(text, { ...exact, elements: exact.elements - 1 })).toBe('many');
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts members that are written twice', () => {
    expect(problemOf('{"a":1,"a":1}', { depth: 1, elements: 1 })).toBe('many');
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        if (jsonProblem(bytes, ANY) === undefined) expect(isJson(text)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('ends at the limit of a text that has no end', () => {
    const levels = 16_000_000;
    expect(jsonProblem(Buffer.alloc(levels, '['), { depth: 128, elements: 1e5 })).toBe('deep');
    const many = Buffer.from(`[${'[],'.repeat(200_000)}[]]`);
    expect(jsonProblem(many, { depth: 128, elements: 1e5 })).toBe('many');
  });
});

describe('JsonScanner', () => {
  it('counts the same characters however a text is written', () => {
    const escaped = (text: string) =>
      text.replaceAll(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('', '  '),
        fc.boolean(),
        (value, space, isAscii) => {
          const text = JSON.stringify(value, null, space);
          const scanner = new JsonScanner(Buffer.from(isAscii ? escaped(text) : text), ANY);
          expect(scanner.skipValue()).toBe(true);
          const units = JSON.stringify(value).replaceAll(/\\(?:u[0-9a-f]{4}|.)/g, 'x');
          expect(scanner.characters).toBe(units.length);
        },
      ),
    );
  });

  it('hands over each member, and tells whether its name is as it is written', () => {
    const text = ' { "a" : [1, {"x":2}], "\\u0062":"é", "é" : {} } ';
    const bytes = Buffer.from(text);
    const scanner = new JsonScanner(bytes, ANY);
    const seen: unknown[] = [];
    scanner.peek();
    const isRead = scanner.eachMember((start, end) => {
      seen.push([bytes.toString('utf8', start, end), scanner.isPlain]);
      return scanner.skipValue();
    });
    expect(isRead && scanner.isAtEnd()).toBe(true);
    expect(seen).toEqual([
      ['a', true],
      ['\\u0062', false],
      ['é', false],
    ]);
  });
});

it('reads JSON, a lone null too', () => {
  expect(parseJson(' {"a":[1]} ')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
});

it.each(['', '{', '{"a":1}{', 'nothing'])('says nothing of %j', (text) => {
  expect(parseJson(text)).toBeUndefined();
});

describe('JSON that every reader reads alike', () => {
  const isOne = (text: string): boolean => isUnambiguous(Buffer.from(text), ANY);

  it('is all that was written from a value', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(isOne(json)).toBe(true);
      }),
    );
  });

  it.each([['{"a":1,"a":2}'], ['[{"b":{"a":1,"\\u0061":1}}]'], ['{"a":1'], ['{} {}'], ['']])(
    'is not %s',
    (text) => {
      expect(isOne(text)).toBe(false);
    },
  );

  it('may have the same name in two objects', () => {
    expect(isOne('[{"a":1},{"a":{"a":"a"}}]')).toBe(true);
  });
});
