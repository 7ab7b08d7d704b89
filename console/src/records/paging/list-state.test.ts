import { expect, it } from 'vitest';
import { listStateOf, nextSort } from './list-state.ts';

const filters = [
  { kind: 'text', name: 'slug', title: 'Slug' },
  { kind: 'days', name: 'made', title: 'Made', after: 'made_after', before: 'made_before' },
] as const;

it('reads search, sort, page and filters from an address', () => {
  const params = { q: 'ml', sort: '-name', cursor: 'abc', page: '3', slug: 'x', other: 'y' };
  const days = { made_before: '2026-11-01', made: 'z' };
  expect(listStateOf({ ...params, ...days }, filters)).toEqual({
    ...{ q: 'ml', sort: '-name', cursor: 'abc', page: 3 },
    filters: { slug: 'x', made_before: '2026-11-01' },
  });
});

it.each(['0', '-2', 'x', '1.5', ''])('is on the first page where an address says "%s"', (page) => {
  expect(listStateOf({ page, cursor: 'abc' }, []).page).toBe(1);
});

it('is on the first page without a cursor', () => {
  expect(listStateOf({ page: '7' }, []).page).toBe(1);
});

it('sorts upwards, downwards, and not at all', () => {
  expect(nextSort('', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('');
  expect(nextSort('-name', 'slug')).toBe('slug');
});
