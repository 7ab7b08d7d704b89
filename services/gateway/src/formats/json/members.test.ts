import { expect, it } from 'vitest';
import { definedOf } from './members.ts';

it('keeps the members that are not undefined, and no other prototype', () => {
  const read = JSON.parse('{"__proto__":{"isAdmin":true},"one":null,"two":0}') as object;
  const defined = definedOf({ ...read, three: undefined });
  expect(Object.keys(defined)).toEqual(Object.keys({ ...read }));
  expect((defined as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
