import { expect, test } from 'vitest';
import { planOf, type PlannedStep } from './plan.ts';

const step = (id: string, rest: Partial<PlannedStep> = {}): PlannedStep => ({
  id,
  type: 'transform',
  with: {},
  ...rest,
});

const placesOf = (steps: readonly PlannedStep[]) => Object.fromEntries(planOf(steps));

test('a step waits for the one before it, or for those that it needs, or for none', () => {
  const steps = [
    step('a'),
    step('b'),
    step('c', { needs: ['a'] }),
    step('d', { needs: [] }),
    step('e'),
  ];
  expect(placesOf(steps)).toEqual({
    a: { waitsFor: [] },
    b: { waitsFor: ['a'] },
    c: { waitsFor: ['a'] },
    d: { waitsFor: [] },
    e: { waitsFor: ['d'] },
  });
});

test('nested steps belong to the step that names them, and the top goes on without them', () => {
  const steps = [
    step('both', { type: 'parallel', with: { steps: ['left', 'right', 'sum'] } }),
    step('left'),
    step('right'),
    step('sum', { needs: ['left', 'right'] }),
    step('each', { type: 'foreach', with: { steps: ['read', 'note'] } }),
    step('read'),
    step('note'),
  ];
  expect(placesOf(steps)).toEqual({
    both: { waitsFor: [] },
    left: { owner: 'both', waitsFor: [] },
    right: { owner: 'both', waitsFor: [] },
    sum: { owner: 'both', waitsFor: ['left', 'right'] },
    each: { waitsFor: ['both'] },
    read: { owner: 'each', waitsFor: [] },
    note: { owner: 'each', waitsFor: ['read'] },
  });
});

test('the steps of each case of a switch, and the one that runs after a failure, have owners too', () => {
  const steps = [
    step('way', {
      type: 'switch',
      with: { cases: [{ when: 'true', steps: ['a', 'b'] }], default: ['c'] },
      on_error: 'mend',
    }),
    step('a'),
    step('b'),
    step('c'),
    step('mend'),
    step('end', { on_error: 'continue' }),
  ];
  expect(placesOf(steps)).toMatchObject({
    a: { owner: 'way', waitsFor: [] },
    b: { owner: 'way', waitsFor: ['a'] },
    c: { owner: 'way', waitsFor: [] },
    mend: { owner: 'way', waitsFor: [] },
    end: { waitsFor: ['way'] },
  });
});
