import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('reads JSON, a lone null too', () => {
  expect(parseJson(' {"a":[1]} ')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
});

it.each(['', '{', '{"a":1}{', 'nothing'])('says nothing of %j', (text) => {
  expect(parseJson(text)).toBeUndefined();
});
