import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonDocument } from './json-document.ts';

function isWhole(bytes: Buffer, places: readonly number[]): boolean {
  const document = new JsonDocument();
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
  at.sort((a, b) => a - b);
  for (const [index, end] of at.slice(1).entries()) document.push(bytes.subarray(at[index], end));
  return document.isWhole;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const PIECES = '[ ] { } , : " \\ u 0 1 E e . + - / t r f a l s n'
  .split(' ')
  .concat(' ', '\n', '\t');
const places = fc.array(fc.nat(), { maxLength: 8 });
const object = fc.json().map((inner) => `{"a": ${inner}}`);
const nearly = fc.oneof(
  object,
  fc.json(),
  fc
    .tuple(object, fc.nat(), fc.constantFrom(...PIECES, '\u0001', 'é'))
    .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice(at % text.length)),
  fc.tuple(object, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
  fc
    .tuple(object, fc.nat())
    .map(([text, at]) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1)),
);

it('takes the objects that JSON.parse takes, and nothing else, however they are cut', () => {
  fc.assert(
    fc.property(nearly, places, (text, cuts) => {
      expect(isWhole(Buffer.from(text), cuts)).toBe(isObject(text));
    }),
    { numRuns: 5000 },
  );
});

it.each(
  '-0 0.0 01 1. .5 -.5 1e 1E+05 1e+ -1.5e-10 - + tru nulls {} {,} [,] [1,] [1}] {"a":1,} {"a"} "\\x" "\\u12g4" "\\u12F4" "\\'.split(
    ' ',
  ),
)('judges %s as JSON.parse does', (text) => {
  const whole = `{"a":${text}}`;
  expect(isWhole(Buffer.from(whole), [])).toBe(isObject(whole));
});

it('says at once that 20 MB of opened lists are no answer', () => {
  const document = new JsonDocument();
  expect(document.push(Buffer.from('{"a":'))).toBe(true);
  expect(document.push(Buffer.alloc(65_536, '['))).toBe(false);
});
