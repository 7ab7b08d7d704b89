import { expect, it } from 'vitest';
import { ResponseWishes } from './client-side.ts';

const longest = (wishes: ResponseWishes, response?: object) =>
  wishes.factsOf(0, response).maxTokens;

it('takes the bound of a response from it, else from its session, and "inf" for none', () => {
  const wishes = new ResponseWishes();
  expect(longest(wishes)).toBeUndefined();
  wishes.changed({ type: 'session.update', session: { max_output_tokens: 100 } });
  expect(longest(wishes)).toBe(100);
  expect(longest(wishes, { max_output_tokens: 7 })).toBe(7);
  expect(longest(wishes, { max_output_tokens: 'inf' })).toBeUndefined();
  expect(longest(wishes, { max_output_tokens: -1 })).toBe(100);
  wishes.changed({ type: 'session.update', session: { voice: 'marin' } });
  expect(longest(wishes)).toBe(100);
  wishes.changed({ type: 'session.update', session: { max_response_output_tokens: 'inf' } });
  expect(longest(wishes)).toBeUndefined();
});
