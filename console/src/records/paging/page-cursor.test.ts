import { expect, it, vi } from 'vitest';
import { pageCursor } from './page-cursor.ts';

const listOf = (total: number) =>
  vi.fn((rows: number, cursor: string | undefined): Promise<string | undefined> => {
    const reached = Number(cursor ?? 0) + rows;
    return Promise.resolve(reached < total ? String(reached) : undefined);
  });

it.each([
  [2, '50'],
  [5, '200'],
  [11, '500'],
  [12, '550'],
  [25, '1200'],
])('finds where page %i begins', async (page, cursor) => {
  expect(await pageCursor({ page, rows: 50, cursorAfter: listOf(2000) })).toBe(cursor);
});

it('asks nothing for the first page', async () => {
  const cursorAfter = listOf(2000);
  expect(await pageCursor({ page: 1, rows: 50, cursorAfter })).toBeUndefined();
  expect(cursorAfter).not.toHaveBeenCalled();
});

it('finds none where the list became too short', async () => {
  expect(await pageCursor({ page: 30, rows: 50, cursorAfter: listOf(700) })).toBeUndefined();
});
