import type { Problem } from '@aicp/common/errors/problem';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_RENDERED, render, type PromptText, type Value } from './render.ts';

const variable = (name: string, more: object = {}) => ({
  ...{ name, type: 'string' as const, required: true },
  ...more,
});

const refusal = (text: PromptText, values: Record<string, Value>): string => {
  try {
    return render(text, values);
  } catch (error) {
    const { status, errors = [] } = error as Problem;
    return [status, ...errors.map(({ path, message }) => `${path} ${message}`)].join('; ');
  }
};

describe('rendering a prompt', () => {
  it('puts values where the text names their variables', () => {
    const text = {
      templateText: 'Say {{word}} {{ times }} times: {{word}}! {{loud}}',
      variables: [
        ...[variable('word'), variable('times', { type: 'number' })],
        variable('loud', { type: 'boolean' }),
      ],
    };
    const said = render(text, { word: 'hé', times: 2.5, loud: true });
    expect(said).toBe('Say hé 2.5 times: hé! true');
  });

  it('takes the default of a variable without a value, and nothing where it is not required', () => {
    const text = {
      templateText: '[{{a}}][{{b}}]',
      variables: [variable('a', { default: 'x' }), variable('b', { required: false })],
    };
    expect(render(text, {})).toBe('[x][]');
    expect(render(text, { a: '' })).toBe('[][]');
  });

  it('takes any value for a variable that is not declared', () => {
    expect(render({ templateText: '{{a}} {{b}}' }, { a: 1, b: 'two' })).toBe('1 two');
  });

  it('names what is missing, unknown or of another type', () => {
    const text = {
      templateText: '{{free}} {{name}}',
      variables: [variable('name'), variable('count', { type: 'number' })],
    };
    expect(refusal(text, { count: '3', nam: 'x' })).toBe(
      [
        '422; variables.nam the prompt has no such variable',
        ...['variables.free is required', 'variables.name is required'],
        'variables.count must be a number',
      ].join('; '),
    );
  });

  it('leaves everything else in braces as it is', () => {
    const templateText = '{{#if a}} {{a.b}} {a} {{}} {{{{ }} {{1}} {{constructor.name}}';
    expect(render({ templateText }, {})).toBe(templateText);
  });

  it('takes no value from what every object inherits', () => {
    expect(refusal({ templateText: '{{constructor}}' }, {})).toBe(
      '422; variables.constructor is required',
    );
  });

  it('never expands a value again, whatever stands in it', () => {
    const piece = fc.constantFrom('{{a}}', '{{b}}', '{{', '}}', '$&', '$1', 'x', '{{ a }}');
    const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(render({ templateText: '<{{a}}|{{b}}|{{a}}>' }, { a, b })).toBe(`<${a}|${b}|${a}>`);
      }),
    );
  });

  it('ends where a short text would make a huge one', () => {
    const templateText = '{{a}}'.repeat(1000);
    expect(refusal({ templateText }, { a: 'x'.repeat(MAX_RENDERED / 1000) })).toBe('422');
  });
});
