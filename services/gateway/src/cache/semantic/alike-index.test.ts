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
const words = 'some words';
const known = (number: number, degrees: number) => ({
  ...{ key: key(number), vector: at(degrees), words, endsAtMs: 0 },
});

it('finds the nearest of a group first, and nothing beyond the threshold or the group', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e6 });
  index.add(ONE, known(1, 10));
  index.add(ONE, known(2, 20));
  index.add(OTHER, known(3, 30));
  const near = (group: { digest: Buffer }, degrees: number) =>
    index.near(group, at(degrees), 0.95).map(({ known: one }) => one.key);
  expect(near(ONE, 18)).toEqual([key(2), key(1)]);
  expect(near(ONE, 0)).toEqual([key(1)]);
  expect(near(ONE, 60)).toEqual([]);
  expect(near(NONE, 30)).toEqual([]);
});

it('compares vectors of one size alone', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e6 });
  index.add(ONE, known(1, 0));
  expect(index.near(ONE, Float32Array.of(1, 0, 0), 0.5)).toEqual([]);
});

it('keeps its bound, and what is used', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 20_000 });
  index.add(ONE, known(0, 0));
  for (let number = 1; number < 500; number += 1) {
    index.add(OTHER, known(number, 90 + (number % 180)));
    expect(index.near(ONE, at(0), 0.99)[0]?.known.key).toEqual(key(0));
    index.touch(key(0));
    expect(index.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(index.size).toBeGreaterThan(30);
});

it('counts long words for what they take', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 20_000 });
  const long = 'ä'.repeat(2000);
  for (let number = 0; number < 50; number += 1) {
    index.add(ONE, { ...known(number, number), words: long });
  }
  expect(index.size).toBeLessThanOrEqual(5);
});

it('keeps a thousand of a group at most, and counts to nothing what is forgotten', () => {
  const index = new AlikeIndex<{ digest: Buffer }>({ maxBytes: 1e9 });
  for (let number = 0; number < 1200; number += 1) index.add(ONE, known(number, number));
  expect(index.size).toBe(1000);
  expect(index.near(ONE, at(0), -1)).toHaveLength(32);
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
      all.forEach((one, number) =>
        index.add(ONE, { key: key(number), vector: one, words, endsAtMs: 0 }),
      );
      const expected = all.map((one) => cosine(one, asked)).filter((one) => one >= 0.5);
      const found = index.near(ONE, asked, 0.5).map((one) => one.cosine);
      expect(found).toHaveLength(expected.length);
      expected.sort((one, other) => other - one);
      found.forEach((one, place) => expect(one).toBeCloseTo(expected[place] ?? 0, 6));
    }),
  );
});
