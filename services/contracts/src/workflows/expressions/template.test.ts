import { describe, expect, test } from 'vitest';
import { parseExpression, type Scope } from './expression.ts';
import { evaluateCondition, evaluateTemplate, partsOf } from './template.ts';

const scope: Scope = {
  input: { query: 'birds', count: 3, share: 0.5, tags: ['a', 'b'] },
  steps: {
    'first-draft': { status: 'completed', output: { text: 'Birds fly.', usage: { total: 12 } } },
    check: { status: 'skipped', output: null },
  },
  execution: { id: 'e-1', template: 'research' },
};

const worked = (value: unknown) => evaluateTemplate(value, { scope });
const holds = (text: string) => evaluateCondition(text, { scope });

describe('a text of a template', () => {
  test.each([
    ['plain', 'plain'],
    ['${{ input.count }}', 3],
    ['${{ input.count + 1 }}', 4],
    ['${{ input.share * 2.0 }}', 1],
    ['${{ input.tags }}', ['a', 'b']],
    ['About ${{ input.query }}: ${{ input.tags }}', 'About birds: ["a","b"]'],
    ['${{ steps["first-draft"].output.text }}', 'Birds fly.'],
    ['Nothing: "${{ steps.check.output }}"', 'Nothing: ""'],
    ['${{ {"a": {"b": input.count}} }}', { a: { b: 3 } }],
    ['${{ "}}" + \'${{\' }}', '}}${{'],
    ['${{ input.tags.map(x, {"tag": x}) }}', [{ tag: 'a' }, { tag: 'b' }]],
    ['${{ has(steps.later) ? steps.later.output : "none" }}', 'none'],
    ['${{ execution.template }}', 'research'],
  ])('%s comes to %j', (text, value) => {
    expect(worked(text)).toEqual(value);
  });

  test('keeps its place in lists and objects, however deep', () => {
    expect(worked({ a: ['${{ input.count }}', { b: 'x${{ input.count }}' }], n: 1 })).toEqual({
      a: [3, { b: 'x3' }],
      n: 1,
    });
  });

  test('that is not closed is refused', () => {
    expect(() => partsOf('a ${{ input.query')).toThrow('write }} behind the expression');
  });
});

describe('a condition', () => {
  test('comes to true or false', () => {
    expect(holds('input.count > 2 && steps.check.status == "skipped"')).toBe(true);
    expect(holds('input.query.matches("^(cats|dogs)$")')).toBe(false);
  });

  test('that comes to something else is refused', () => {
    expect(() => holds('input.count')).toThrow('comes to neither true nor false');
  });
});

describe('item and index', () => {
  test('are known in a foreach alone', () => {
    const round = { ...scope, item: { id: 7 }, index: 1 };
    expect(evaluateTemplate('${{ item.id + index }}', { scope: round })).toBe(8);
    expect(() => worked('${{ item.id }}')).toThrow('Unknown variable: item');
  });
});

test('an expression tells the steps that it names', () => {
  const { steps } = parseExpression('steps.a.output == steps["b-c"].output || has(steps.a)', {
    isInForeach: false,
  });
  expect(steps).toEqual(['a', 'b-c']);
});

test.each([
  ['input.nothing', 'No such key: nothing'],
  ['input.', 'is no CEL'],
  ['1 + "a"', 'no such overload: int + string'],
  ['1 / 0', 'division by zero'],
  ['unknown', 'Unknown variable: unknown'],
  ['duration("1s")', 'calls duration, which is no function here'],
  ['"x".matchesRe2("x")', 'calls matchesRe2, which is no function here'],
  ['input.tags.map(steps, 1)', 'uses steps as the variable of map'],
  ['int', 'comes to no JSON value'],
  ['9223372036854775807', 'make it a text with string()'],
  ['input.query.matches("(?=b)")', 'has a pattern that is none of RE2'],
])('%s says that it %s', (text, message) => {
  expect(() => worked(`\${{ ${text} }}`)).toThrow(message);
});
