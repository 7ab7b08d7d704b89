import { describe, expect, it } from 'vitest';
import { KNOWN_MS, newSigningKey, readKeyRing, renewed, signerOf, SIGNS_MS } from './key-ring.ts';
import { TOKEN_SECONDS } from './token-lifetime.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const neverMade = () => Promise.reject(new Error('no key was to be made'));

describe('the signing keys', () => {
  it('begin with one, which signs at once', async () => {
    const ring = (await renewed([], START, newSigningKey)) ?? [];
    expect(ring).toHaveLength(1);
    expect(signerOf(ring, START)).toBe(ring[0]);
  });

  it('are left alone while the newest is young enough', async () => {
    const ring = [await newSigningKey(START)];
    expect(renewed(ring, START + SIGNS_MS - 1, neverMade)).toBeUndefined();
  });

  it('get a successor by age, which signs only when every replica knows it', async () => {
    const old = await newSigningKey(START);
    const renewedAt = START + SIGNS_MS;
    const ring = (await renewed([old], renewedAt, newSigningKey)) ?? [];
    expect(ring.map(({ kid }) => kid)).toEqual([old.kid, ring[1]?.kid]);
    expect(signerOf(ring, renewedAt + KNOWN_MS - 1)).toBe(old);
    expect(signerOf(ring, renewedAt + KNOWN_MS)).toBe(ring[1]);
  });

  it('keep the old key until the last token that it signed has ended, and no longer', async () => {
    const renewedAt = START + SIGNS_MS;
    const ring = [await newSigningKey(START), await newSigningKey(renewedAt)];
    const end = renewedAt + KNOWN_MS + TOKEN_SECONDS * 1000;
    expect(renewed(ring, end - 1, neverMade)).toBeUndefined();
    expect(await renewed(ring, end, neverMade)).toEqual([ring[1]]);
  });

  it('are read back as they were written, the oldest first', async () => {
    const ring = [await newSigningKey(START + 1), await newSigningKey(START)];
    const read = await readKeyRing(JSON.stringify(ring.map(({ stored }) => stored)));
    expect(read.map(({ kid }) => kid)).toEqual([ring[1]?.kid, ring[0]?.kid]);
    expect(read[0]?.stored).toEqual(ring[1]?.stored);
  });

  it.each(['', 'nonsense', '{}', '[{"kid":"a"}]'])(
    'are made anew where the text is %j',
    async (text) => {
      expect(await readKeyRing(text)).toEqual([]);
    },
  );
});
