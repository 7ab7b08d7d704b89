import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, sha256, snapshotDigest } from './digest.ts';
import { compareManifests } from './manifest.ts';

it('writes the same value in the same bytes, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
    }),
  );
});

it('gives equal sections equal digests and any change another one', () => {
  const sections = { models: sha256('[]'), policies: sha256('[1]') };
  expect(snapshotDigest({ policies: sha256('[1]'), models: sha256('[]') })).toBe(
    snapshotDigest(sections),
  );
  expect(snapshotDigest({ ...sections, models: sha256('[2]') })).not.toBe(snapshotDigest(sections));
});

it('takes a later epoch for newer than any revision of an earlier one', () => {
  expect(compareManifests({ epoch: 2, revision: 1 }, { epoch: 1, revision: 900 })).toBeGreaterThan(
    0,
  );
  expect(compareManifests({ epoch: 1, revision: 2 }, { epoch: 1, revision: 3 })).toBeLessThan(0);
  expect(compareManifests({ epoch: 1, revision: 3 }, { epoch: 1, revision: 3 })).toBe(0);
});
