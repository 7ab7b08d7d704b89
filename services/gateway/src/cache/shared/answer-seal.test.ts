import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerSeal, SEAL_BYTES } from './answer-seal.ts';

const seal = new AnswerSeal('a secret of all gateways, of 32 and more', 'answers');
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const place = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array));
const END = Date.UTC(2026, 0, 1);

describe('a sealed answer', () => {
  it('is opened where it was sealed for, by whoever knows the secret', () => {
    const other = new AnswerSeal('a secret of all gateways, of 32 and more', 'answers');
    fc.assert(
      fc.property(bytes, place, fc.nat(), (answer, digest, endsAtMs) => {
        const sealed = seal.seal(digest, { bytes: answer, endsAtMs });
        expect(sealed).toHaveLength(answer.length + SEAL_BYTES);
        expect(other.open(digest, sealed)).toEqual({ bytes: answer, endsAtMs });
        expect(other.nameOf(digest)).toBe(seal.nameOf(digest));
      }),
    );
  });

  it('is nothing at any other place, nor to another secret', () => {
    const stranger = new AnswerSeal('another secret, of as many characters', 'answers');
    fc.assert(
      fc.property(bytes, place, place, (answer, digest, elsewhere) => {
        fc.pre(!digest.equals(elsewhere));
        const sealed = seal.seal(digest, { bytes: answer, endsAtMs: END });
        expect(seal.open(elsewhere, sealed)).toBeUndefined();
        expect(stranger.open(digest, sealed)).toBeUndefined();
        expect(seal.nameOf(elsewhere)).not.toBe(seal.nameOf(digest));
        expect(stranger.nameOf(digest)).not.toBe(seal.nameOf(digest));
      }),
    );
  });

  it('is nothing where one bit of it is another one, or a part of it is missing', () => {
    fc.assert(
      fc.property(bytes, place, fc.nat(), fc.nat(7), (answer, digest, at, bit) => {
        const sealed = seal.seal(digest, { bytes: answer, endsAtMs: END });
        expect(seal.open(digest, sealed.subarray(0, at % sealed.length))).toBeUndefined();
        const where = at % sealed.length;
        sealed[where] = (sealed[where] ?? 0) ^ (1 << bit);
        expect(seal.open(digest, sealed)).toBeUndefined();
      }),
    );
  });

  it('is nothing where it is whatever somebody wrote', () => {
    fc.assert(
      fc.property(bytes, place, (written, digest) => {
        expect(seal.open(digest, written)).toBeUndefined();
      }),
    );
  });

  it('tells nothing of the answer, nor its name of where it is kept', () => {
    const digest = randomBytes(32);
    const answer = Buffer.from('the capital of France is Paris');
    const sealed = seal.seal(digest, { bytes: answer, endsAtMs: END });
    expect(sealed.includes('Paris')).toBe(false);
    expect(seal.seal(digest, { bytes: answer, endsAtMs: END }).equals(sealed)).toBe(false);
    expect(seal.nameOf(digest)).toMatch(/^[\w-]{43}$/);
    expect(seal.nameOf(digest)).not.toBe(digest.toString('base64url'));
  });
});
