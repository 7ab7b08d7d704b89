import { expect, it } from 'vitest';
import { isRequestId } from './is-request-id.ts';

it.each(['req_01JDGX3K2N', '3f0e6c9a-8a51-4a49-9a2b-6a1d0e3b7c55', 'chatcmpl-9xK2', 'a/b+c=d:1'])(
  'takes %s for the id of a request',
  (text) => {
    expect(isRequestId(text)).toBe(true);
  },
);

it.each(['', 'teams', 'new team', 'gpt-4.1', 'rate-limits', '<b>12345678</b>'])(
  'takes %j for something else',
  (text) => {
    expect(isRequestId(text)).toBe(false);
  },
);
