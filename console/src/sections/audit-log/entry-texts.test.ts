import { expect, it } from 'vitest';
import { comparedOf } from './entry-texts.ts';

it('writes the fields of both sides in the same order', () => {
  const changes = { before: { b: 1, a: { d: 1, c: [{ f: 1, e: 2 }] } }, after: null };
  expect(comparedOf({ changes })).toEqual({
    before: `${JSON.stringify({ a: { c: [{ e: 2, f: 1 }], d: 1 }, b: 1 }, null, 2)}\n`,
    after: '',
  });
});

it('compares nothing where no fields changed', () => {
  expect(comparedOf({ changes: null })).toBeUndefined();
});
