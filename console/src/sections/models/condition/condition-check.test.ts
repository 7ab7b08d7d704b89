import { expect, it } from 'vitest';
import { faultIn } from './condition-check.ts';

it('finds where a condition cannot be read', () => {
  const message = "expected '&&', '||' or the end, found 'x' (at character 12)";
  expect(faultIn({ fields: [{ path: 'condition', message }] })).toEqual({ message, position: 11 });
  expect(faultIn({ fields: [{ path: 'spec.condition', message: 'is too long' }] })).toEqual({
    ...{ message: 'is too long', position: undefined },
  });
});

it('leaves what is wrong elsewhere to others', () => {
  expect(faultIn({ fields: [{ path: 'name', message: 'is taken' }] })).toBeUndefined();
});
