import { describe, expect, test } from 'vitest';
import { callsItself, templateFaults } from './check-template.ts';

const ask = (id: string, rest: object = {}) => ({
  ...{ id, type: 'llm', with: { prompt: 'Hello' } },
  ...rest,
});

const said = (spec: object): readonly string[] =>
  templateFaults(spec as Record<string, unknown>).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

const saidOf = (...steps: object[]) => said({ steps });

test('a template with each type of step has no fault', () => {
  const steps = [
    ask('ask', { if: 'input.query != ""', with: { system: 's', prompt: '${{ input.query }}' } }),
    { id: 'get', type: 'http', with: { url: 'https://example.com/${{ input.query }}' } },
    { id: 'use', type: 'tool', with: { server: 'web', tool: 'search', arguments: { n: 1 } } },
    {
      id: 'agent',
      type: 'agent',
      with: { agent: 'helper', message: '${{ steps.ask.output.text }}' },
    },
    { id: 'run', type: 'workflow', with: { template: 'other', input: { a: 1 } } },
    { id: 'shape', type: 'transform', with: { value: { size: '${{ size(input.query) }}' } } },
    { id: 'person', type: 'approval', with: { title: 'Go on?' } },
    { id: 'pause', type: 'wait', with: { seconds: '${{ input.seconds }}' } },
    { id: 'both', type: 'parallel', with: { steps: ['left', 'right', 'sum'] } },
    ask('left'),
    ask('right'),
    ask('sum', {
      needs: ['left', 'right'],
      with: { prompt: '${{ steps.left.output.text + steps.right.output.text }}' },
    }),
    {
      ...{ id: 'each', type: 'foreach', onError: 'mend' },
      with: { items: '${{ input.tags }}', steps: ['one', 'two'], max_parallel: 2 },
    },
    ask('one', { with: { prompt: '${{ item }} ${{ index }} ${{ steps.both.output.sum.text }}' } }),
    ask('two', { with: { prompt: '${{ steps.one.output.text }}' } }),
    ask('mend', { with: { prompt: '${{ steps.each.error }}' } }),
    {
      ...{ id: 'way', type: 'switch' },
      with: { cases: [{ when: 'size(steps.each.output) > 1', steps: ['many'] }], default: ['few'] },
    },
    ask('many'),
    ask('few'),
  ];
  const output = { all: '${{ steps.each.output }}', few: '${{ steps.way.output.case }}' };
  const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };
  expect(said({ type: 'all', steps, output, inputSchema })).toEqual([]);
});

describe('the order of steps', () => {
  test.each([
    [
      'a step that is needed and not there',
      [ask('a', { needs: ['b'] })],
      ['steps.0.needs.0: there is no step "b": name one of the steps'],
    ],
    [
      'a step that is run and not there',
      [{ id: 'p', type: 'parallel', with: { steps: ['a', 'b'] } }, ask('a')],
      ['steps.0.with.steps.1: there is no step "b": name one of the steps'],
    ],
    [
      'a step that stands in and is not there',
      [ask('a', { onError: 'b' })],
      ['steps.0.onError: there is no step "b": name one of the steps'],
    ],
    ['an id twice', [ask('a'), ask('a')], ['steps.1.id: "a" names two steps: give one another id']],
    [
      'an id that onError has a word for',
      [ask('continue')],
      ['steps.0.id: "continue" is a word of onError: give the step another id'],
    ],
    [
      'a step in two places',
      [
        { id: 'p', type: 'parallel', with: { steps: ['a'] } },
        { id: 'q', type: 'parallel', with: { steps: ['a'] } },
        ask('a'),
      ],
      [
        'steps.1.with.steps.0: "a" is run by "p" already: a step belongs to one place, so write a second one',
      ],
    ],
    [
      'a need from another list',
      [
        {
          ...{ id: 's', type: 'switch' },
          with: { cases: [{ when: 'true', steps: ['a'] }], default: ['b'] },
        },
        ask('a'),
        ask('b', { needs: ['a'] }),
      ],
      [
        'steps.2.needs.0: "a" does not stand in the same list as "b": name one that does, or the step that runs it',
      ],
    ],
    [
      'needs in a circle',
      [ask('a', { needs: ['c'] }), ask('b', { needs: ['a'] }), ask('c', { needs: ['b'] })],
      [
        'steps.0.needs: waits for itself: "a", "c", "b", so that none of them ever starts',
        'steps.1.needs: waits for itself: "b", "a", "c", so that none of them ever starts',
        'steps.2.needs: waits for itself: "c", "b", "a", so that none of them ever starts',
      ],
    ],
    [
      'a step that needs itself',
      [ask('a', { needs: ['a'] })],
      ['steps.0.needs: waits for itself: "a", so that none of them ever starts'],
    ],
    [
      'steps that run one another, and that nothing reaches',
      [
        ask('first'),
        { id: 'p', type: 'parallel', with: { steps: ['q'] } },
        { id: 'q', type: 'parallel', with: { steps: ['p'] } },
      ],
      [
        'steps.1.with: is never reached: "p", "q" run one another',
        'steps.2.with: is never reached: "q", "p" run one another',
      ],
    ],
    [
      'a step that stands in for itself',
      [ask('a', { onError: 'a' })],
      ['steps.0.onError: is never reached: "a" runs itself'],
    ],
  ])('%s', (_, steps, faults) => {
    expect(saidOf(...steps)).toEqual(faults);
  });
});

describe('expressions', () => {
  test.each([
    [
      'that cannot be read',
      [ask('a', { with: { prompt: 'x ${{ input. }}' } })],
      'steps.0.with.prompt: "input." is no CEL',
    ],
    [
      'that are not closed',
      [ask('a', { with: { prompt: '${{ input.a' } })],
      'steps.0.with.prompt: has a ${{ that is not closed',
    ],
    [
      'in the braces of others',
      [ask('a', { if: '${{ true }}' })],
      'steps.0.if: "${{ true }}" is an expression as a whole: leave out ${{ and }}',
    ],
    [
      'in a case',
      [
        {
          ...{ id: 's', type: 'switch' },
          with: { cases: [{ when: 'steps.later.output', steps: ['a'] }] },
        },
        ask('a'),
        ask('later'),
      ],
      'steps.0.with.cases.0.when: step "later" cannot have run before this: name it in needs',
    ],
    [
      'of a step that is not there',
      [ask('a', { if: 'has(steps.b)' })],
      'steps.0.if: there is no step "b"',
    ],
    [
      'of a step beside this one',
      [ask('a'), ask('b', { needs: [], if: 'steps.a.output.text == ""' })],
      'steps.1.if: step "a" cannot have run before this: name it in needs',
    ],
    [
      'of this step',
      [ask('a', { if: 'has(steps.a)' })],
      'steps.0.if: step "a" cannot have run before this',
    ],
    [
      'of a round from outside',
      [
        { id: 'each', type: 'foreach', with: { items: [1], steps: ['one'] } },
        ask('one'),
        ask('end', { with: { prompt: '${{ steps.one.output.text }}' } }),
      ],
      'steps.2.with.prompt: step "one" is known only beside it: read steps["each"].output, of the step that runs it',
    ],
    [
      'of a step that another one runs',
      [
        { id: 'p', type: 'parallel', with: { steps: ['one'] } },
        ask('one'),
        ask('end', { with: { prompt: '${{ steps.one.output.text }}' } }),
      ],
      'steps.2.with.prompt: step "one" is known only beside it: read steps["p"].output, of the step that runs it',
    ],
    [
      'of what a step puts out, without its output',
      [ask('plan'), ask('end', { with: { prompt: '${{ steps.plan.text }}' } })],
      'steps.1.with.prompt: steps["plan"] has no "text", only status, output, error: did you mean steps["plan"].output.text?',
    ],
    [
      'of the item outside of a round',
      [ask('a', { with: { prompt: '${{ item }}' } })],
      'steps.0.with.prompt: "item" cannot be worked out: Unknown variable: item. There are input, steps and execution, and in the steps of a foreach item and index',
    ],
  ])('%s', (_, steps, fault) => {
    expect(saidOf(...steps)).toEqual([expect.stringContaining(fault)]);
  });

  test('of the output see every step but those of rounds', () => {
    const steps = [ask('a'), ask('b', { needs: [] })];
    expect(said({ steps, output: { a: ['${{ steps.b.output }}', '${{ steps.c }}'] } })).toEqual([
      'output.a.1: there is no step "c"',
    ]);
  });
});

describe('what a step is given', () => {
  test.each([
    ['nothing', { id: 'a', type: 'llm' }, 'steps.0.with.prompt: name either prompt or messages'],
    [
      'an unknown field',
      ask('a', { with: { prompt: 'x', maxTokens: 5 } }),
      'steps.0.with.maxTokens: is no field of a step of type llm: leave it out',
    ],
    [
      'a value of another type',
      ask('a', { with: { prompt: 'x', max_tokens: 'many' } }),
      'steps.0.with.max_tokens: must be a whole number',
    ],
    [
      'an address that is none',
      { id: 'a', type: 'http', with: { url: 'ftp://example.com' } },
      'steps.0.with.url: must be an http or https address',
    ],
    [
      'an address with a user',
      { id: 'a', type: 'http', with: { url: 'https://me:word@example.com/x' } },
      'steps.0.with.url: must not hold a user name or password',
    ],
    [
      'an address with a user beside expressions',
      { id: 'a', type: 'http', with: { url: 'https://me:${{ input.a / 2 }}@${{ input.host }}' } },
      'steps.0.with.url: must not hold a user name or password',
    ],
    [
      'steps by an expression',
      { id: 'a', type: 'parallel', with: { steps: '${{ input.steps }}' } },
      'steps.0.with.steps: must be a list',
    ],
    ['an empty text', ask('a', { with: { prompt: '' } }), 'with.prompt: must not be empty'],
    [
      'no steps to run',
      { id: 'a', type: 'parallel', with: { steps: [] } },
      'steps.0.with.steps: must have 1 item at least',
    ],
    ['no value', { id: 'a', type: 'transform', with: {} }, 'steps.0.with.value: is missing'],
    [
      'two times',
      { id: 'a', type: 'wait', with: { seconds: 1, until: '2027-01-01T00:00:00Z' } },
      'steps.0.with.seconds: name either seconds or until',
    ],
  ])('%s', (_, step, fault) => {
    expect(saidOf(step)).toEqual([expect.stringContaining(fault)]);
  });

  test('may be an expression wherever a value stands', () => {
    const given = { prompt: '${{ input.p }}', max_tokens: '${{ input.n }}', messages: undefined };
    expect(saidOf(ask('a', { with: given }))).toEqual([]);
  });
});

test('a template that runs itself is refused, by its type or by the name of its object', () => {
  const steps = [{ id: 'again', type: 'workflow', with: { template: 'loop' } }];
  const fault =
    'steps.0.with.template: is this template itself, which would never end: name another one';
  expect(said({ type: 'loop', steps })).toEqual([fault]);
  expect(callsItself({ steps }, 'loop')).toHaveLength(1);
  expect(callsItself({ type: 'other', steps }, 'loop')).toEqual([]);
});

test('a schema of the input that is none is refused', () => {
  expect(said({ steps: [ask('a')], inputSchema: { type: 'text' } })).toEqual([
    expect.stringContaining('inputSchema: is no JSON Schema'),
  ]);
});
