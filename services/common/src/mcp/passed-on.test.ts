import { expect, it } from 'vitest';
import { sentOn } from './passed-on.ts';

const nothing = { inputResponses: undefined, requestState: undefined };

it('a request is passed on as it came, but for the token of its progress', () => {
  const params = { name: 'echo', _meta: { progressToken: 1, 'example.com/a': 2 } };
  expect(sentOn(params, nothing)).toEqual({ name: 'echo', _meta: { 'example.com/a': 2 } });
  expect(sentOn(undefined, nothing)).toEqual({ _meta: {} });
});

it('what was lifted out of it goes back into it', () => {
  const lifted = { inputResponses: { a: {} }, requestState: 's', meta: { 'example.com/b': 3 } };
  expect(sentOn({ name: 'echo' }, lifted)).toEqual({
    name: 'echo',
    _meta: { 'example.com/b': 3 },
    inputResponses: { a: {} },
    requestState: 's',
  });
});
