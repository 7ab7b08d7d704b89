import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExpressionError } from './expression-error.ts';
import { type Scope } from './expression.ts';
import { evaluateTemplate } from './template.ts';

const many = Array.from({ length: 1000 }, (_, index) => index);
const scopeOf = (input: unknown): Scope => ({
  input,
  steps: {},
  execution: { id: 'e-1', template: 'attack' },
});
const worked = (expression: string, input: unknown) =>
  evaluateTemplate(`\${{ ${expression} }}`, { scope: scopeOf(input) });

/** Wide enough for a busy machine; what is not bounded takes minutes or for ever. */
const SOON_MS = 1000;

describe('an expression that blows up ends soon, and says so', () => {
  const input = { many, text: 'a'.repeat(100_000) };
  test.each([
    ['maps in maps', 'input.many.map(a, input.many.map(b, input.many.map(c, a + b + c)))'],
    [
      'quantifiers, which catch errors',
      'input.many.exists(a, input.many.exists(b, input.many.exists(c, 1 / 0 == a)))',
    ],
    [
      'alternatives, which catch errors',
      'input.many.all(a, input.many.all(b, input.many.all(c, 1 / 0 == 1 || c >= 0)))',
    ],
    [
      'constants',
      '[1,1,1,1,1,1,1,1,1,1].map(a, input.many.map(b, input.many.filter(c, true))).size()',
    ],
    ['comparisons of much', 'input.many.all(x, input == input)'],
    ['memberships in much', 'input.many.all(x, !(-1 in input.many))'],
    ['texts joined', 'input.many.map(x, input.text + input.text)'],
    ['texts taken apart', 'input.many.map(x, input.text.split(""))'],
    ['searches', 'input.many.all(x, !input.text.contains("b"))'],
    ['patterns', 'input.many.all(x, !input.text.matches("(a*)*b{100}c{100}d{100}"))'],
    ['results', 'input.many.map(x, input.many)'],
  ])('%s', (_, expression) => {
    const from = performance.now();
    expect(() => worked(expression, input)).toThrow(/takes too much work|a million characters/);
    expect(performance.now() - from).toBeLessThan(SOON_MS);
  });

  test('many expressions share one bound', () => {
    const all = Array.from({ length: 200 }, () => '${{ input.many.map(x, x + 1) }}');
    expect(() => evaluateTemplate(all, { scope: scopeOf({ many }) })).toThrow(
      'takes too much work',
    );
  });
});

test('a pattern that backtracking engines never end on ends at once', () => {
  const from = performance.now();
  expect(worked('input.text.matches("^(a+)+$")', { text: `${'a'.repeat(2000)}!` })).toBe(false);
  expect(performance.now() - from).toBeLessThan(SOON_MS);
});

test.each([
  ['longer than allowed', `"${'x'.repeat(2100)}"`, 'is longer than 2048 characters'],
  ['nested too deeply', `${'('.repeat(100)}1${')'.repeat(100)}`, 'Exceeded maxDepth'],
  ['of too many parts', `[${'1,'.repeat(150)}1]`, 'Exceeded maxListElements'],
])('an expression %s is refused', (_, expression, message) => {
  expect(() => worked(expression, {})).toThrow(message);
});

test('values nested without end are refused', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 10_000; depth += 1) deep = [deep];
  expect(() => worked('size(input)', deep)).toThrow('flatten them');
});

describe('what objects inherit', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

  test.each(names)('%s is not there', (name) => {
    expect(() => worked(`input["${name}"]`, {})).toThrow(ExpressionError);
    expect(worked(`"${name}" in input`, {})).toBe(false);
    expect(() => worked(`input["${name}"]`, [])).toThrow(ExpressionError);
    expect(() => worked(`input["${name}"]`, 'text')).toThrow(ExpressionError);
  });

  test.each(names)('%s of the input is a key like others, and changes no object', (name) => {
    const input: unknown = JSON.parse(`{"${name}": {"polluted": true}}`);
    expect(JSON.stringify(worked('input', input))).toBe(JSON.stringify(input));
    expect(worked(`input["${name}"].polluted`, input)).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('any JSON value comes out as it went in', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      // JSON has no negative zero.
      const json: unknown = JSON.parse(JSON.stringify(value));
      expect(worked('input', json)).toEqual(json);
    }),
  );
});

test('any text either comes to a value or is refused in words', () => {
  const words = fc.constantFrom(
    ...['input', '.', 'a', '[', ']', '(', ')', '"', "'", '{', '}', '${{', '}}', '+', '1', 'map'],
    ...['x', ',', 'steps', '?', ':', '&&', 'has', 'matches', '\\', ' '],
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
      try {
        evaluateTemplate(`\${{${parts.join('')}}}`, { scope: scopeOf({ a: [1] }) });
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
      }
    }),
    { numRuns: 2000 },
  );
});
