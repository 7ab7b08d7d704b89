import { expect, it } from 'vitest';
import { placeTexts } from './place-text.ts';
import { plannedSteps } from './planned-steps.ts';

it('says when each step starts', () => {
  const steps = [
    { id: 'plan', type: 'llm' },
    { id: 'each', type: 'foreach', with: { steps: ['read', 'sum'] }, on_error: 'excuse' },
    { id: 'read', type: 'http' },
    { id: 'sum', type: 'llm' },
    { id: 'excuse', type: 'transform' },
    { id: 'tell', type: 'llm', needs: ['plan', 'each'] },
    { id: 'note', type: 'llm', needs: [] },
  ];
  expect(Object.fromEntries(placeTexts(plannedSteps({ steps })))).toEqual({
    plan: 'The start',
    each: 'plan',
    read: 'Inside each',
    sum: 'Inside each, after read',
    excuse: 'Where each fails',
    tell: 'plan, each',
    note: 'The start',
  });
});
