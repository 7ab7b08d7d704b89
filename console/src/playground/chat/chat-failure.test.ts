import { expect, it } from 'vitest';
import { ApiProblem } from '../../api/problem.ts';
import { chatFailure } from './chat-failure.ts';

it('says what a gateway says, in its words', () => {
  const error = { message: 'Policy "no-premium" denies it.', code: 'policy_denied' };
  expect(chatFailure(new ApiProblem(403, { error }))).toEqual({
    title: 'Not allowed',
    message: 'Policy "no-premium" denies it.',
    code: 'policy_denied',
  });
});

it('says what the admin service says, in its words', () => {
  expect(chatFailure(new ApiProblem(503, { detail: 'The playground is not set up.' }))).toEqual({
    title: 'Not available now',
    message: 'The playground is not set up.',
    code: undefined,
  });
});

it('tells a broken connection from an answer that says why it breaks off', () => {
  expect(chatFailure(new TypeError('network error')).message).toMatch(/connection was lost/);
  expect(chatFailure(new Error('The provider went away.')).message).toBe('The provider went away.');
});
