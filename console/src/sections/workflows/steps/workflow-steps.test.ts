import { expect, it } from 'vitest';
import { kindText, stepsOf } from './workflow-steps.ts';

it('reads the steps of a workflow', () => {
  const steps = [
    { id: 'read', type: 'tool', with: { tool: 'search' }, retry: { max_attempts: 3 } },
    { id: 'write', type: 'llm' },
  ];
  expect(stepsOf({ id: 'w', steps })).toEqual([
    { id: 'read', type: 'tool', maxAttempts: 3, given: { tool: 'search' } },
    { id: 'write', type: 'llm', maxAttempts: 1, given: {} },
  ]);
  expect(stepsOf({ id: 'w' })).toEqual([]);
});

it('says what a step does, and leaves alone what it does not know', () => {
  expect(kindText('llm')).toBe('Asks a model');
  expect(kindText('toString')).toBe('toString');
});
