import { expect, it } from 'vitest';
import { changesOf, EMPTY_UNIT, unitsOf } from './unit-draft.ts';

it('sends what a new unit has', () => {
  expect(changesOf(EMPTY_UNIT, { ...EMPTY_UNIT, name: 'Research', max_budget: 0 })).toEqual({
    ...{ name: 'Research', max_budget: 0 },
  });
});

it('sends null for what was emptied', () => {
  const unit = { ...EMPTY_UNIT, name: 'Research', description: 'Old', max_budget: 10 };
  const after = { ...unit, description: '', max_budget: undefined };
  expect(changesOf(unit, after)).toEqual({ description: null, max_budget: null });
});

it('names the units of an organization whose id needs escaping', () => {
  expect(unitsOf('a/b')).toBe('/api/v1/organizations/a%2Fb/business-units');
});
