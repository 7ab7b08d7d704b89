import { expect, it } from 'vitest';
import { spendLoader, sumsOf } from './spend-loader.ts';

const cost = (id: string | null, value: number) => ({ api_key_id: id, amount: { value } });

it('adds up what each key spent over all days', () => {
  const sums = sumsOf({
    data: [{ results: [cost('a', 1), cost('b', 2)] }, { results: [cost('a', 3), cost(null, 9)] }],
  });
  expect([...sums]).toEqual([
    ['a', 4],
    ['b', 2],
  ]);
});

it('asks once for all keys that are drawn together, and again for those that come later', async () => {
  const asked: URL[] = [];
  const load = spendLoader({
    api: {
      json: <T>(path: string) => {
        asked.push(new URL(path, 'http://console'));
        return Promise.resolve({ data: [{ results: [cost('a', 1)] }] } as T);
      },
    },
    later: (work) => setTimeout(work, 0),
    now: () => Date.UTC(2026, 10, 30),
  });
  expect(await Promise.all([load('a'), load('b'), load('a')])).toEqual([1, 0, 1]);
  await load('c');
  expect(asked.map((url) => url.searchParams.getAll('api_key_ids[]'))).toEqual([['a', 'b'], ['c']]);
  expect(asked[0]?.searchParams.get('start_time')).toBe(String(Date.UTC(2026, 10, 1) / 1000));
});
