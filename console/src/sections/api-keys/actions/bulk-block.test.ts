import { expect, it, vi } from 'vitest';
import { BULK_BLOCK } from './bulk-block.ts';

const [block, unblock] = BULK_BLOCK;

it('blocks keys that are not blocked, and takes that back', async () => {
  const api = { request: vi.fn(() => Promise.resolve(new Response())) };
  const key = { id: 'k/1', blocked: false };
  expect(block?.exclusion?.(key)).toBeUndefined();
  expect(unblock?.exclusion?.(key)).toBe('they are not blocked');
  await block?.run(key, api);
  await block?.undo?.(key, api);
  expect(api.request.mock.calls).toEqual([
    ['/api/v1/api-keys/k%2F1/block', { method: 'POST' }],
    ['/api/v1/api-keys/k%2F1/unblock', { method: 'POST' }],
  ]);
});

it('leaves out keys that are blocked already', () => {
  expect(block?.exclusion?.({ id: 'k', blocked: true })).toBe('they are blocked already');
  expect(unblock?.exclusion?.({ id: 'k', blocked: true })).toBeUndefined();
});
