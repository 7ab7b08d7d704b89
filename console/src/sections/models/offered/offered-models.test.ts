import { expect, it } from 'vitest';
import { MOST_SHOWN, narrowed, saidOf, unmade, type OfferedModel } from './offered-models.ts';

const offered = (id: string, more: Partial<OfferedModel> = {}): OfferedModel => ({
  ...{ id, display_name: null, mode: 'chat', context_window: null, prices: null, model: null },
  ...{ body: { id }, ...more },
});
const MODELS = [
  offered('gpt-4o'),
  offered('GPT-4o-mini', { model: 'small' }),
  offered('o3', { display_name: 'Reasoner, gpt family' }),
  offered('embed'),
];

it('finds models by what stands in their ids and names, in whatever case', () => {
  expect(narrowed(MODELS, ' Gpt').map(({ id }) => id)).toEqual(['gpt-4o', 'GPT-4o-mini', 'o3']);
  expect(narrowed(MODELS, '')).toEqual(MODELS);
  expect(narrowed(MODELS, 'claude')).toEqual([]);
});

it('tells those apart that are served already', () => {
  expect(unmade(MODELS).map(({ id }) => id)).toEqual(['gpt-4o', 'o3', 'embed']);
});

it('says how many are found, and how many of them are served already', () => {
  expect(saidOf([])).toBe('It offers no such model.');
  expect(saidOf(MODELS)).toBe('4 offered, 1 of them served already.');
  expect(saidOf(unmade(MODELS))).toBe('3 offered.');
  const many = Array.from({ length: MOST_SHOWN + 1 }, (_, index) => offered(`m${index}`));
  expect(saidOf(many)).toBe('101 offered. The first 100 are shown: type a part of a name.');
});
