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

it('says that the provider refused what a gateway had taken, and why', () => {
  const error = { message: 'temperature: at most 1', code: 'invalid_value' };
  const refused = new ApiProblem(400, { error }, { provider: 'acme' });
  expect(chatFailure(refused)).toEqual({
    title: 'The provider acme refused the request',
    message: 'temperature: at most 1',
    code: 'invalid_value',
  });
  const failed = new ApiProblem(502, { error }, { provider: 'acme' });
  expect(chatFailure(failed).title).toBe('The provider failed');
  expect(chatFailure(new ApiProblem(400, { error })).title).toBe('The request cannot be read');
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
