import { expect, it } from 'vitest';
import { listOf, remainingLists } from './remaining-lists.ts';

const models = [
  { id: 'gpt-4o', aliases: ['best'], tier: 'premium' },
  { id: 'gpt-4o-mini', tier: 'standard' },
  { id: 'claude-opus', tier: 'premium' },
];
const tier = { id: 'premium', models: ['unseen'], model_tiers: ['premium'] };
const team = (allowed_models?: readonly string[]) => listOf('team', { id: 'ml', allowed_models });
const leftOut = (allowed: readonly string[]) =>
  remainingLists(tier, models, team(allowed)).map((list) => list.leftOut);

it('names the models of a tier that a list leaves out', () => {
  expect(leftOut(['gpt-4o-mini'])).toEqual([['claude-opus', 'gpt-4o', 'unseen']]);
  expect(leftOut(['claude*', 'unseen'])).toEqual([['gpt-4o']]);
});

it('takes a model for allowed by an alias', () => {
  expect(leftOut(['best', 'claude-opus', 'unseen'])).toEqual([]);
});

it('says nothing of lists that allow all', () => {
  expect(leftOut(['*'])).toEqual([]);
  expect([team([]), team(), listOf('key', undefined)]).toEqual([[], [], []]);
});

it('takes models of a tier by the beginning of their names', () => {
  const lists = remainingLists({ id: 't', models: ['gpt-*'] }, models, team(['gpt-4o']));
  expect(lists.map((list) => list.leftOut)).toEqual([['gpt-4o-mini']]);
});
