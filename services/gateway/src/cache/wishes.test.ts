import { expect, it } from 'vitest';
import { wishesOf } from './wishes.ts';

it('wishes are words between commas, with blanks around them or without', () => {
  const said = { 'x-aicp-cache': ' No-Cache ', 'cache-control': 'private ,\tno-store,max-age=5' };
  expect(wishesOf({ headers: said })).toEqual({ isFresh: true, isUnkept: true });
  expect(wishesOf({ headers: {} })).toEqual({ isFresh: false, isUnkept: false });
});

it('wishes with half a million blanks in them take what their length takes', () => {
  // An expression that begins anew at each blank would take minutes for it.
  const said = { 'cache-control': `a${' '.repeat(500_000)}b,no-store` };
  expect(wishesOf({ headers: said })).toEqual({ isFresh: false, isUnkept: true });
});
