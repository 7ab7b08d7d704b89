import fc from 'fast-check';
import { expect, it } from 'vitest';
import { graphOf } from './graph-layout.ts';
import { plannedSteps } from './planned-steps.ts';

const graph = (...steps: readonly Readonly<Record<string, unknown>>[]) =>
  graphOf(plannedSteps({ steps }));

const rowsOf = (...steps: readonly Readonly<Record<string, unknown>>[]) =>
  Object.fromEntries(graph(...steps).boxes.map(({ id, row, column }) => [id, `${row}/${column}`]));

const linesOf = (...steps: readonly Readonly<Record<string, unknown>>[]) =>
  graph(...steps).lines.map(({ from, to, kind }) => `${from} ${kind} ${to}`);

const step = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ id, type: 'llm' },
  ...more,
});

it('draws steps below each other, since each waits for the one before it', () => {
  const steps = [step('plan'), step('write'), step('check')];
  expect(rowsOf(...steps)).toEqual({ plan: '0/0', write: '1/0', check: '2/0' });
  expect(linesOf(...steps)).toEqual(['plan next write', 'write next check']);
});

it('draws steps beside each other that need the same', () => {
  const steps = [
    ...[step('plan'), step('one', { needs: ['plan'] }), step('two', { needs: ['plan'] })],
    step('sum', { needs: ['one', 'two'] }),
  ];
  expect(rowsOf(...steps)).toEqual({ plan: '0/0', one: '1/0', two: '1/1', sum: '2/0' });
  expect(graph(...steps)).toMatchObject({ columns: 2, rows: 3 });
});

it('draws what a step runs between it and the next one', () => {
  const steps = [
    step('both', { type: 'parallel', with: { steps: ['one', 'two'] } }),
    ...[step('one'), step('two'), step('sum')],
  ];
  expect(rowsOf(...steps)).toEqual({ both: '0/0', one: '1/0', two: '1/1', sum: '2/0' });
  expect(linesOf(...steps)).toEqual([
    ...['both inside one', 'both inside two', 'one next sum', 'two next sum'],
  ]);
});

it('draws the step that runs where another fails beside the way', () => {
  const steps = [step('ask', { on_error: 'excuse' }), step('excuse'), step('tell')];
  expect(rowsOf(...steps)).toEqual({ ask: '0/0', excuse: '1/1', tell: '2/0' });
  expect(linesOf(...steps)).toEqual(['ask failure excuse', 'ask next tell', 'excuse next tell']);
});

it('draws circles, steps that are not there, and no steps at all', () => {
  expect(graph()).toEqual({ boxes: [], lines: [], columns: 0, rows: 0 });
  expect(rowsOf(step('a', { needs: ['b'] }), step('b', { needs: ['a', 'nobody'] }))).toEqual({
    ...{ a: '0/0', b: '0/1' },
  });
  const self = step('a', { type: 'parallel', with: { steps: ['a'] } });
  expect(graph(self, step('b')).boxes).toHaveLength(2);
});

it('puts no two steps in the same place, and leaves no row empty (property)', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const any = fc.record({
    id,
    type: fc.constantFrom('llm', 'parallel', 'foreach', 'switch'),
    needs: fc.option(fc.array(id, { maxLength: 2 }), { nil: undefined }),
    on_error: fc.option(id, { nil: undefined }),
    with: fc.record({ steps: fc.array(id), default: fc.array(id) }),
  });
  fc.assert(
    fc.property(fc.array(any), (steps) => {
      const { boxes, rows, columns } = graph(...steps);
      const places = new Set(boxes.map(({ row, column }) => `${row}/${column}`));
      expect(places.size).toBe(new Set(steps.map((one) => one.id)).size);
      expect(new Set(boxes.map(({ row }) => row)).size).toBe(rows);
      expect(Math.max(-1, ...boxes.map(({ column }) => column))).toBe(columns - 1);
    }),
  );
});
