import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWellFormed, newApiKey } from './api-key.ts';

it('makes keys of 40 base62 characters that differ', () => {
  const keys = Array.from({ length: 200 }, () => newApiKey());
  for (const key of keys) expect(key).toMatch(/^aicp_[0-9A-Za-z]{40}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

it('knows its own keys, whatever the random bytes were', () => {
  const bytes = fc.infiniteStream(fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(bytes, (stream) => {
      const random = (count: number) => Uint8Array.from(stream.take(count));
      expect(isWellFormed(newApiKey(random))).toBe(true);
    }),
  );
});

it('knows a key with one wrong character for a wrong one', () => {
  const key = newApiKey();
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 44 }),
      fc.constantFrom('0', 'a', 'Z'),
      (at, character) => {
        const typo = key.slice(0, at) + character + key.slice(at + 1);
        expect(isWellFormed(typo)).toBe(typo === key);
      },
    ),
  );
});

it.each(['', 'sk-abc', 'aicp_', `aicp_${'a'.repeat(40)}`, `${newApiKey()}0`, ` ${newApiKey()}`])(
  'takes %j for no key of ours',
  (text) => {
    expect(isWellFormed(text)).toBe(false);
  },
);

it('spreads the characters evenly', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 400; n += 1) {
    for (const character of newApiKey().slice(5, 39)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(62);
  const expected = (400 * 34) / 62;
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(120);
});
