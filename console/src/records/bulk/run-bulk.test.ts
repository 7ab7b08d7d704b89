import { expect, it, vi } from 'vitest';
import { ApiProblem } from '../../api/problem.ts';
import { leftOutText, runBulk, splitBulk } from './run-bulk.ts';

const idOf = (id: string) => id;

it('goes on where one fails, and says of every failure why', async () => {
  const refused = new ApiProblem(409, { detail: 'Keys depend on it.' });
  const run = (id: string) => (id === 'b' ? Promise.resolve() : Promise.reject(refused));
  const onProgress = vi.fn();
  const all = ['a', 'b', 'c', 'd', 'e'];
  const { done, failed } = await runBulk(all, run, onProgress);
  expect(done).toEqual(['b']);
  expect(failed).toEqual(
    ['a', 'c', 'd', 'e'].map((record) => ({ record, why: 'Keys depend on it.' })),
  );
  expect(onProgress.mock.calls.flat()).toEqual([1, 2, 3, 4, 5]);
});

it('leaves out what an action is not for', () => {
  const exclusion = (id: string) => (id === 'b' ? 'Argo CD owns them' : undefined);
  const { included, excluded } = splitBulk({ exclusion }, ['a', 'b', 'c']);
  expect(included).toEqual(['a', 'c']);
  expect(leftOutText(excluded, idOf)).toBe('1 is left out, since Argo CD owns them: b.');
});

it('leaves nothing out where an action is for all', () => {
  expect(splitBulk({}, ['a'])).toEqual({ included: ['a'], excluded: [] });
  expect(leftOutText([], idOf)).toBe('');
});

it('names a few of many, by reason', () => {
  const excluded = Array.from({ length: 7 }, (_, index) => ({ record: `r${index}`, why: 'x' }));
  const text = leftOutText([...excluded, { record: 's', why: 'y' }], idOf);
  expect(text).toBe(
    '7 are left out, since x: r0, r1, r2, r3, r4 and 2 more. 1 is left out, since y: s.',
  );
});
