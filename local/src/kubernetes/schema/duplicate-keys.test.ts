import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateKeys } from './duplicate-keys.ts';

describe('duplicate keys', () => {
  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":{"b":1,"b":2}}', ['a.b']],
    ['{"a":[{"b":1},{"b":1,"c":2,"c":3}]}', ['a[1].c']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":"b","b":"a"}', []],
    ['{"a,":"}","b":"{\\"a,\\":1"}', []],
    ['[{"a":1},{"a":1}]', []],
    ['"a"', []],
    [' { "x" : 1 , "y" : { } , "x" : [ ] } ', ['x']],
  ])('in %s are %j', (text, expected) => {
    expect(duplicateKeys(text)).toEqual(expected);
  });

  it('are never found in what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(duplicateKeys(JSON.stringify(value))).toEqual([]);
      }),
    );
  });
});
