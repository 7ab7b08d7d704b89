import { expect, it } from 'vitest';
import { narrowed, unmade, type OfferedModel } from './offered-models.ts';

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
