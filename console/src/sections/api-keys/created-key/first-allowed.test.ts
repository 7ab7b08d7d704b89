import { expect, it } from 'vitest';
import { allowedBy, firstAllowed } from './first-allowed.ts';

const MODELS = ['lab/chat', 'gpt-4o', 'gpt-4o-mini'];

it('finds a model that key, team and organization allow', () => {
  expect(firstAllowed(MODELS, [[], ['gpt-4o', 'claude-*'], []])).toBe('gpt-4o');
  expect(firstAllowed(MODELS, [['gpt-*'], ['gpt-4o-mini', 'lab/*']])).toBe('gpt-4o-mini');
});

it('takes the first where nothing is forbidden, and none where all is', () => {
  expect(firstAllowed(MODELS, [[], []])).toBe('lab/chat');
  expect(firstAllowed(MODELS, [['claude-*']])).toBeUndefined();
});

it('reads what an object allows', () => {
  expect(allowedBy({ allowed_models: ['gpt-4o'] })).toEqual(['gpt-4o']);
  expect(allowedBy({})).toEqual([]);
  expect(allowedBy()).toEqual([]);
});
