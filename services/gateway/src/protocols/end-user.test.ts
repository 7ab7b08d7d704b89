import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readChatRequest } from './openai-chat/chat-request.ts';

function userOf(members: object): string | undefined {
  const request = readChatRequest(Buffer.from(JSON.stringify({ messages: [], ...members })));
  if ('param' in request) throw new Error(request.message);
  return request.user;
}

it('takes safety_identifier for the user where user names nobody', () => {
  expect(userOf({ safety_identifier: 'a' })).toBe('a');
  for (const user of ['', null, 7, ['b'], { b: 'b' }])
    expect(userOf({ user, safety_identifier: 'a' })).toBe('a');
  expect(userOf({ user: '', safety_identifier: '' })).toBeUndefined();
});

it('cuts a safety_identifier that is nobody’s name', () => {
  expect(userOf({ safety_identifier: 'a'.repeat(300) })).toBe('a'.repeat(256));
});

it('counts for the same user whatever a second name says', () => {
  const name = fc.string({ minLength: 1, maxLength: 256 }).map((text) => text.toWellFormed());
  const anything = fc.oneof(fc.string(), fc.constant(null), fc.integer());
  fc.assert(
    fc.property(name, anything, (user, other) => {
      expect(userOf({ user, safety_identifier: other })).toBe(user);
    }),
  );
});
