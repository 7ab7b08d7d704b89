import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AlikeIndex } from './alike-index.ts';

const key = (number: number) => {
  const digest = Buffer.alloc(32);
  digest.writeUInt32BE(number);
  return { digest };
};
const ONE = { digest: Buffer.from('one group') };
const OTHER = { digest: Buffer.from('other group') };
const NONE = { digest: Buffer.from('no group') };

/** A vector of length 1 at an angle. */
const at = (degrees: number): Float32Array => {
  const radians = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(radians), Math.sin(radians));
};
const words = new Set(['some', 'words']);
const known = (number: number, degrees: number) => ({
  ...{ key: key(number), vector: at(degrees), words },
});

it('finds the nearest of a group, and nothing beyond the threshold or the group', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e6 });
  index.add(ONE, known(1, 10));
  index.add(ONE, known(2, 20));
  index.add(OTHER, known(3, 30));
  expect(index.nearest(ONE, known(0, 18), 0.95)?.key).toEqual(key(2));
  expect(index.nearest(ONE, known(0, 11), 0.95)?.key).toEqual(key(1));
  expect(index.nearest(ONE, known(0, 60), 0.95)).toBeUndefined();
  expect(index.nearest(NONE, known(0, 30), 0)).toBeUndefined();
});

it('passes over the nearest where a word tells them apart', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e6 });
  index.add(ONE, { ...known(1, 10), words: new Set(['increase', 'the', 'limit']) });
  index.add(ONE, { ...known(2, 12), words: new Set(['decrease', 'the', 'limit']) });
  const asked = { vector: at(10), words: new Set(['decrease', 'the', 'limit']) };
  expect(index.nearest(ONE, asked, 0.95)?.key).toEqual(key(2));
});

it('compares vectors of one size alone', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e6 });
  index.add(ONE, known(1, 0));
  expect(index.nearest(ONE, { vector: Float32Array.of(1, 0, 0), words }, 0.5)).toBeUndefined();
});

it('keeps its bound, and what is used', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 20_000 });
  index.add(ONE, known(0, 0));
  for (let number = 1; number < 500; number += 1) {
    index.add(OTHER, known(number, 90 + (number % 180)));
    expect(index.nearest(ONE, known(0, 0), 0.99)?.key).toEqual(key(0));
    expect(index.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(index.size).toBeGreaterThan(30);
});

it('keeps a thousand of a group at most, and counts to nothing what is forgotten', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e9 });
  for (let number = 0; number < 1200; number += 1) index.add(ONE, known(number, number));
  expect(index.size).toBe(1000);
  for (let number = 0; number < 1200; number += 1) index.remove(key(number));
  expect([index.size, index.bytes]).toEqual([0, 0]);
});

it('finds what looking at each finds, of any vectors', () => {
  const vector = fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
    .filter((parts) => Math.hypot(...parts) > 1e-3)
    .map((parts) => Float32Array.from(parts, (part) => part / Math.hypot(...parts)));
  const cosine = (one: Float32Array, other: Float32Array): number =>
    one.reduce((sum, part, index) => sum + part * (other[index] ?? 0), 0);
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 20 }), vector, (all, asked) => {
      const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e6 });
      all.forEach((one, number) => index.add(ONE, { key: key(number), vector: one, words }));
      const best = Math.max(0.5, ...all.map((one) => cosine(one, asked)));
      const found = index.nearest(ONE, { vector: asked, words }, 0.5);
      if (all.every((one) => cosine(one, asked) < 0.5)) expect(found).toBeUndefined();
      else expect(found?.cosine).toBeCloseTo(best, 6);
    }),
  );
});
