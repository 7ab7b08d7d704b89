import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

const COUNT = 4;
const keys = fc.array(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 60 });

it('has the last that were set or asked for, each with the value that it was given', () => {
  fc.assert(
    fc.property(keys, (asked) => {
      const map = new RecentMap<{ readonly of: string }>({ count: COUNT });
      let recent: string[] = [];
      for (const key of asked) {
        const value = map.get(key);
        if (recent.includes(key)) expect(value).toEqual({ of: key });
        else if (value) expect(value.of).toBe(key);
        if (!value) map.set(key, { of: key });
        recent = [key, ...recent.filter((one) => one !== key)].slice(0, COUNT);
      }
    }),
  );
});

it('has no more than twice as many as it is to remember', () => {
  const map = new RecentMap<{ readonly at: number }>({ count: COUNT });
  const all = Array.from({ length: 100 }, (_, at) => at);
  for (const at of all) map.set(String(at), { at });
  expect(all.filter((at) => map.get(String(at))).length).toBeLessThanOrEqual(2 * COUNT);
});

it('gives the newest value of a key', () => {
  const map = new RecentMap<{ readonly at: number }>({ count: 2 });
  map.set('a', { at: 1 });
  map.set('b', { at: 2 });
  map.set('a', { at: 3 });
  expect(map.get('a')).toEqual({ at: 3 });
});
